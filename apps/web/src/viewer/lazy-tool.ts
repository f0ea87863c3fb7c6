import { element } from './element.ts'
import { icon } from './icons.ts'
import { toolButton } from './tool-button.ts'
import type { ExclusiveTool } from './tool-group.ts'
import type { ToolRow } from './tool-table.ts'

/** A tool with its own panel, as its script exports it. */
export interface PanelTool {
  readonly panel: HTMLElement
  take(): void
  deactivate(): void
  /** The scene, or what is visible of it, may have changed. */
  follow(): void
  afterPicture?(): void
}

/** A tool whose script loads on first use, so that people who only view the scan do not wait for it. */
export class LazyTool implements ExclusiveTool {
  readonly button: HTMLButtonElement
  /** Where its panel will be. */
  readonly place = element('div', { class: 'late', hidden: true })
  onActivate: () => void = () => undefined
  /** Called with the reason when it cannot load. */
  onTrouble: (words: string) => void = () => undefined
  private readonly load: () => Promise<PanelTool>
  private tool: PanelTool | null = null
  private taken = false

  constructor({ label, key, icon: drawing }: ToolRow, load: () => Promise<PanelTool>) {
    this.load = load
    this.button = toolButton({ label, key, icon: icon(drawing), act: () => void this.toggle() })
    this.button.setAttribute('aria-pressed', 'false')
    this.place.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      this.deactivate()
      this.button.focus()
    })
  }

  get isOpen(): boolean {
    return this.taken
  }

  async toggle(): Promise<void> {
    if (this.button.hidden) return
    if (this.taken) return this.deactivate()
    this.onActivate()
    this.mark(true)
    try {
      this.tool ??= await this.load()
    } catch {
      this.mark(false)
      return this.onTrouble('This tool could not be loaded. Check the connection and try again.')
    }
    // Deselected while its script was loading.
    if (!this.taken) return
    this.place.replaceChildren(this.tool.panel)
    this.place.hidden = false
    this.tool.take()
  }

  deactivate(): void {
    if (!this.taken) return
    this.mark(false)
    this.place.hidden = true
    this.tool?.deactivate()
  }

  /**
   * To be called when the scene or what is visible of it may have changed; `possible`: whether it has anything to work
   * on.
   */
  follow(possible: boolean): void {
    this.button.hidden = !possible
    if (!possible) this.deactivate()
    // Also one that is closed: it may hold work of the scene before.
    else this.tool?.follow()
  }

  /** To be called after each picture. */
  draw(): void {
    this.tool?.afterPicture?.()
  }

  private mark(taken: boolean): void {
    this.taken = taken
    this.button.setAttribute('aria-pressed', String(taken))
  }
}
