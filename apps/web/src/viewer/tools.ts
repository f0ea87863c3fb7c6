import { element } from './element.ts'
import { icon } from './icons.ts'
import { LateTool } from './late-tool.ts'
import { MeasureTool } from './measure/measure-tool.ts'
import { PinTool } from './pins/pin-tool.ts'
import type { SceneViewer } from './scene-viewer.ts'
import type { Stage } from './stage.ts'
import { rackUp } from './tool-rack.ts'

/** All that works on the model: what takes points of it, and what draws on it. */
export class Tools {
  readonly measures: MeasureTool
  readonly pins: PinTool
  readonly section: LateTool
  /** Called with what to do next, or null when no tool has anything to say. */
  onHint: (words: string | null) => void = () => undefined
  private readonly viewer: SceneViewer

  constructor(stage: Stage, viewer: SceneViewer) {
    this.viewer = viewer
    this.measures = new MeasureTool(stage)
    this.pins = new PinTool(stage, viewer)
    const hint = (words: string | null) => this.onHint(words)
    this.section = new LateTool({ label: 'Cross-section', key: 'X', icon: icon('section') }, async () => {
      const { SectionTool } = await import('./section/section-tool.ts')
      return new SectionTool(stage, viewer)
    })
    this.measures.onHint = this.pins.onHint = this.section.onTrouble = hint
    // Two racks: points can be set on a model that is cut or coloured.
    rackUp([this.measures, this.pins])
    rackUp([this.section])
  }

  get buttons(): HTMLElement[] {
    return [...this.measures.buttons, this.section.button, this.pins.button]
  }

  /** What lies over the picture, bottom up. */
  get layers(): HTMLElement[] {
    return [this.measures.overlay.root, this.pins.marks.root]
  }

  get panels(): HTMLElement {
    return element('div', { class: 'panels' }, this.section.place, this.pins.panel.root, this.measures.panel)
  }

  /** To be called after each picture. */
  draw(): void {
    this.measures.draw()
    this.pins.draw()
  }

  /** To be called when the scene or what is seen of it may have changed. */
  follow(): void {
    this.pins.follow(this.viewer.scene)
    this.section.follow(this.viewer.arches.length > 0)
  }
}
