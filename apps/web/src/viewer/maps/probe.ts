import type { ArchModel } from '../arch-model.ts'
import type { Stage } from '../stage.ts'

/** Milliseconds between two lookups under the pointer: each tests every triangle. */
const REST = 80

/** Reports the vertex of a scan under the mouse while no button is held, or under a tap. */
export class Probe {
  private readonly stage: Stage
  private readonly tell: (found: { model: ArchModel; vertex: number } | null) => void
  private stop = new AbortController()
  private last = 0

  constructor(stage: Stage, tell: (found: { model: ArchModel; vertex: number } | null) => void) {
    this.stage = stage
    this.tell = tell
  }

  start(): void {
    this.stop.abort()
    this.stop = new AbortController()
    const { canvas } = this.stage
    const { signal } = this.stop
    canvas.addEventListener('pointerdown', (event) => this.look(event), { signal })
    canvas.addEventListener(
      'pointermove',
      (event) => {
        if (event.buttons !== 0 || event.timeStamp - this.last < REST) return
        this.last = event.timeStamp
        this.look(event)
      },
      { signal },
    )
  }

  end(): void {
    this.stop.abort()
  }

  private look({ clientX, clientY }: PointerEvent): void {
    const hit = this.stage.pickModel(clientX, clientY)
    this.tell(hit && { model: hit.model, vertex: hit.vertex })
  }
}
