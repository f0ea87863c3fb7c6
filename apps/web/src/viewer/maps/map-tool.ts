import type { ArchModel } from '../arch-model.ts'
import { element } from '../element.ts'
import type { PanelTool } from '../lazy-tool.ts'
import type { SceneViewer } from '../scene-viewer.ts'
import type { Stage } from '../stage.ts'
import { Probe } from './probe.ts'

/**
 * The common part of both color maps: reading a value under the pointer, and computing again only when something
 * changed.
 */
export abstract class MapTool implements PanelTool {
  readonly panel: HTMLElement
  protected readonly stage: Stage
  protected readonly viewer: SceneViewer
  /** The value under the pointer, as text. */
  protected readonly reading = element('output', { class: 'reading' })
  protected state: 'busy' | 'ready' | { trouble: string } = 'ready'
  private readonly probe: Probe
  private inUse = false
  /** The last request: a new one computes again, and the result of an older one is dropped. */
  private request = ''

  constructor(stage: Stage, viewer: SceneViewer, name: string) {
    this.stage = stage
    this.viewer = viewer
    this.panel = element('section', { class: 'bar tool-panel maps', 'aria-label': name })
    this.probe = new Probe(stage, (found) => {
      const distance = found && this.distanceAt(found.model, found.vertex)
      this.reading.textContent = distance === null ? 'Point at the scan to read a value.' : this.wordsOf(distance)
    })
  }

  take(): void {
    this.inUse = true
    this.probe.start()
    this.follow()
  }

  deactivate(): void {
    this.inUse = false
    this.request = ''
    this.probe.end()
    this.clear()
  }

  follow(): void {
    if (this.inUse) void this.renew()
  }

  /** Requests what is to be shown now; starts with `begins(request)`. */
  protected abstract renew(): Promise<void>
  /** Removes the colors. */
  protected abstract erase(): void
  /** The distance at a vertex; null when the model is not part of the map, NaN without a counterpart. */
  protected abstract distanceAt(model: ArchModel, vertex: number): number | null
  protected abstract wordsOf(distance: number): string
  /** Draws the panel for the current state. */
  protected abstract draw(): void

  /** Whether a request differs from the last one. */
  protected begins(request: string): boolean {
    if (request === this.request) return false
    this.request = request
    return true
  }

  /** Runs a request, and shows the result unless there is a newer one. */
  protected async fulfill<Answer>(work: () => Promise<Answer>, show: (answer: Answer) => void): Promise<void> {
    const { request } = this
    this.state = 'busy'
    this.panel.setAttribute('aria-busy', 'true')
    this.draw()
    let done = () => this.clear()
    try {
      const answer = await work()
      done = () => {
        this.clear()
        this.state = 'ready'
        show(answer)
      }
    } catch (error) {
      this.state = { trouble: error instanceof Error ? error.message : String(error) }
    }
    if (request !== this.request) return
    done()
    this.panel.setAttribute('aria-busy', 'false')
    this.stage.draw()
    this.draw()
  }

  protected clear(): void {
    this.erase()
    this.reading.textContent = ''
    this.stage.draw()
  }
}
