import type { MeasureKind } from '@archwire/contract/measurements/kinds.ts'
import { element } from '../element.ts'
import { icon } from '../icons.ts'
import type { SceneViewer } from '../scene-viewer.ts'
import type { Stage } from '../stage.ts'
import { toolButton } from '../tool-button.ts'
import type { ExclusiveTool } from '../tool-group.ts'
import { toolTable } from '../tool-table.ts'
import type { Measuring } from './measuring.ts'

const row = toolTable.measure

/** The Measure button. Its script loads on first use, so that people who only view the scan do not wait for it. */
export class MeasureTool implements ExclusiveTool {
  readonly button = toolButton({ ...row, icon: icon(row.icon), act: () => void this.toggle() })
  /** Where its lines and its panel will be. */
  readonly layer = element('div', { class: 'measure-place' })
  readonly place = element('div', { class: 'measure-place' })
  onActivate: () => void = () => undefined
  /** Called with what to do next, or null when nothing is measured. */
  onHint: (words: string | null) => void = () => undefined
  private readonly stage: Stage
  private readonly viewer: SceneViewer
  private work: Measuring | null = null
  private loading: Promise<void> | null = null
  /** The selected kind, or the one that will be once the script has loaded. */
  private kind: MeasureKind | null = null

  constructor(stage: Stage, viewer: SceneViewer) {
    this.stage = stage
    this.viewer = viewer
    this.button.setAttribute('aria-pressed', 'false')
  }

  toggle(): Promise<void> {
    return this.choose(this.kind ?? this.work?.lastKind ?? 'distance')
  }

  /** Selects a kind, or deselects it when it is already selected. */
  async choose(kind: MeasureKind): Promise<void> {
    if (kind === this.kind) return this.deactivate()
    if (this.kind === null) this.onActivate()
    this.hold(kind)
    if (!this.work) {
      try {
        this.loading ??= this.begin()
        await this.loading
      } catch {
        this.loading = null
        this.hold(null)
        return this.onHint('The tool could not be loaded. Check the connection and try again.')
      }
    }
    // Deselected, or another one selected, while the script was loading.
    if (this.kind === kind) this.work?.choose(kind)
  }

  deactivate(): void {
    if (this.kind === null) return
    this.hold(null)
    this.work?.choose(null)
  }

  /** To be called after each picture. */
  draw(): void {
    this.work?.draw()
  }

  /** To be called when the scene or what is visible of it may have changed. */
  follow(): void {
    this.work?.follow()
  }

  /** Another scene replaces this one. */
  leaveScene(): void {
    this.work?.leaveScene()
  }

  /** The case's measurements may have changed. */
  async load(): Promise<void> {
    await this.work?.load()
  }

  private async begin(): Promise<void> {
    const { Measuring: Work } = await import('./measuring.ts')
    const work = new Work(this.stage, this.viewer, {
      choose: (kind) => void this.choose(kind),
      end: () => this.deactivate(),
      hint: (words) => this.onHint(words),
    })
    this.layer.replaceChildren(work.layer)
    this.place.replaceChildren(work.panel)
    this.work = work
    work.follow()
  }

  private hold(kind: MeasureKind | null): void {
    this.kind = kind
    this.button.setAttribute('aria-pressed', String(kind !== null))
  }
}
