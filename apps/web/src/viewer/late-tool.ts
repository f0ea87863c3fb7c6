import { element } from './element.ts'
import { icon } from './icons.ts'
import { toolButton } from './tool-button.ts'
import type { RackTool } from './tool-rack.ts'
import type { ToolRow } from './tool-table.ts'

/** A tool with a panel of its own, as its script gives it. */
export interface PanelTool {
  readonly panel: HTMLElement
  take(): void
  layDown(): void
  /** The scene, or what is seen of it, may have changed. */
  follow(): void
}

/** A tool whose script comes with its first use: nobody waits for it who only wants to see the scan. */
export class LateTool implements RackTool {
  readonly button: HTMLButtonElement
  /** Where its panel will be. */
  readonly place = element('div', { class: 'late', hidden: true })
  onTake: () => void = () => undefined
  /** Called with why it cannot be had. */
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
      this.layDown()
      this.button.focus()
    })
  }

  async toggle(): Promise<void> {
    if (this.button.hidden) return
    if (this.taken) return this.layDown()
    this.onTake()
    this.mark(true)
    try {
      this.tool ??= await this.load()
    } catch {
      this.mark(false)
      return this.onTrouble('This tool could not be loaded. Check the connection and try again.')
    }
    // Laid down while its script travelled.
    if (!this.taken) return
    this.place.replaceChildren(this.tool.panel)
    this.place.hidden = false
    this.tool.take()
  }

  layDown(): void {
    if (!this.taken) return
    this.mark(false)
    this.place.hidden = true
    this.tool?.layDown()
  }

  /** To be called when the scene or what is seen of it may have changed; `possible`: whether it has anything to work on. */
  follow(possible: boolean): void {
    this.button.hidden = !possible
    if (!possible) this.layDown()
    else if (this.taken) this.tool?.follow()
  }

  private mark(taken: boolean): void {
    this.taken = taken
    this.button.setAttribute('aria-pressed', String(taken))
  }
}
