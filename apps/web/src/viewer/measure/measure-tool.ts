import { element } from '../element.ts'
import { icon } from '../icons.ts'
import { PointInput } from '../point-input.ts'
import type { Stage } from '../stage.ts'
import { toolButton } from '../tool-button.ts'
import { measureKinds, valueOf, type MeasureKind, type Point } from './measures.ts'
import { Overlay, type Measure } from './overlay.ts'

/**
 * Measures on the visible scans: points by click or tap, or with Enter in the middle of the picture. Figures stand on the
 * picture and in a list; they live as long as the scene does.
 */
export class MeasureTool {
  readonly overlay: Overlay
  readonly panel = element('section', { class: 'bar measures', 'aria-label': 'Measurements', hidden: true })
  readonly buttons: HTMLButtonElement[]
  /** Called with what to do next, or null when nothing is measured. */
  onHint: (words: string | null) => void = () => undefined
  /** Called before it is taken up: others are laid down. */
  onTake: () => void = () => undefined
  private readonly stage: Stage
  private readonly done: Measure[] = []
  private kind: MeasureKind | null = null
  private points: Point[] = []
  private readonly input: PointInput

  constructor(stage: Stage) {
    this.stage = stage
    this.overlay = new Overlay(stage)
    this.input = new PointInput(stage, { put: (x, y) => this.put(x, y), end: () => this.layDown() })
    this.buttons = (Object.keys(measureKinds) as MeasureKind[]).map((kind) => {
      const { label } = measureKinds[kind]
      const key = kind === 'distance' ? 'M' : 'A'
      const button = toolButton({
        label: `Measure ${label.toLowerCase()}`,
        key,
        icon: icon(kind),
        act: () => this.choose(kind),
      })
      button.setAttribute('aria-pressed', 'false')
      return button
    })
  }

  /** Takes a kind up, or lays it down when it is in the hand already. */
  choose(kind: MeasureKind | null): void {
    if (kind === null && this.kind === null) return
    if (kind !== null && kind !== this.kind) this.onTake()
    this.kind = kind === this.kind ? null : kind
    this.points = []
    this.input.active = this.kind !== null
    for (const [at, name] of (Object.keys(measureKinds) as MeasureKind[]).entries())
      this.buttons[at]!.setAttribute('aria-pressed', String(name === this.kind))
    this.refresh()
  }

  layDown(): void {
    this.choose(null)
  }

  /** Another scene: its points are nowhere any more. */
  clear(): void {
    this.done.length = 0
    this.points = []
    this.refresh()
  }

  /** To be called after each picture. */
  draw(): void {
    this.overlay.draw([
      ...this.done,
      ...(this.kind && this.points.length > 0 ? [{ kind: this.kind, points: this.points }] : []),
    ])
    this.input.draw()
    this.overlay.root.append(this.input.cross)
  }

  private put(x: number, y: number): void {
    const point = this.stage.pick(x, y)
    if (!point) return this.onHint('There is no scan at this place. Click on the scan.')
    this.points = [...this.points, point]
    if (this.points.length === measureKinds[this.kind!].points) {
      this.done.push({ kind: this.kind!, points: this.points })
      this.points = []
    }
    this.refresh()
  }

  private refresh(): void {
    this.onHint(this.kind && `${measureKinds[this.kind].hint}. Esc ends.`)
    this.panel.hidden = this.done.length === 0
    this.panel.replaceChildren(
      element('ol', {}, ...this.done.map((measure) => this.row(measure))),
      element('p', { class: 'aid' }, 'A review aid, not for diagnosis or manufacture.'),
    )
    this.stage.draw()
  }

  private row(measure: Measure): HTMLElement {
    const { label } = measureKinds[measure.kind]
    const value = valueOf(measure.kind, measure.points)
    const remove = element(
      'button',
      { type: 'button', 'aria-label': `Remove ${label.toLowerCase()} ${value}` },
      icon('close'),
    )
    remove.addEventListener('click', () => {
      this.done.splice(this.done.indexOf(measure), 1)
      this.refresh()
    })
    return element('li', {}, element('span', {}, label), element('strong', {}, value), remove)
  }
}
