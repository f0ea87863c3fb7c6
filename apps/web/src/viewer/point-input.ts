import { element } from './element.ts'
import type { Stage } from './stage.ts'

/** A press that moves farther than this turns the model and sets no point. */
const CLICK_PIXELS = 5

/** What a tool does with a place of the window, and when it is deselected. */
export type PointActions = { put: (x: number, y: number) => void; end: () => void }

/** How tools take points on the picture: a click or tap that did not move, or Enter in the middle; Escape ends. */
export class PointInput {
  /** Shows keyboards where Enter sets the point. */
  readonly cross = element('div', { class: 'cross', hidden: true, 'aria-hidden': 'true' })
  private readonly stage: Stage
  private on = false

  constructor(stage: Stage, actions: PointActions) {
    this.stage = stage
    this.listen(actions)
  }

  /** Only one tool is selected at a time: deselect the other one first. */
  set active(value: boolean) {
    this.on = value
    this.stage.canvas.classList.toggle('pointing', value)
  }

  /** To be called after each picture. */
  draw(): void {
    const middle = this.stage.middle()
    this.cross.hidden = !this.on || !this.stage.canvas.matches(':focus-visible')
    this.cross.style.transform = `translate(${middle.x}px, ${middle.y}px)`
  }

  private listen({ put, end }: PointActions): void {
    const { canvas } = this.stage
    let pressed: { id: number; x: number; y: number } | null = null
    canvas.addEventListener('pointerdown', (event) => {
      pressed =
        event.isPrimary && event.button === 0 ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null
    })
    canvas.addEventListener('pointerup', (event) => {
      const still =
        pressed?.id === event.pointerId &&
        Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < CLICK_PIXELS
      pressed = null
      if (still && this.on) put(event.clientX, event.clientY)
    })
    canvas.addEventListener('keydown', (event) => {
      if (!this.on) return
      if (event.key === 'Enter') {
        this.stage.settle()
        const { x, y } = this.stage.middle()
        put(x, y)
      } else if (event.key === 'Escape') end()
      else return
      event.preventDefault()
    })
    for (const change of ['focus', 'blur']) canvas.addEventListener(change, () => this.stage.draw())
  }
}
