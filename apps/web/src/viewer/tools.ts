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
  readonly compare: LateTool
  readonly contacts: LateTool
  readonly picture: LateTool
  /** Called with what to do next, or null when no tool has anything to say. */
  onHint: (words: string | null) => void = () => undefined
  private readonly viewer: SceneViewer

  constructor(stage: Stage, viewer: SceneViewer) {
    this.viewer = viewer
    this.measures = new MeasureTool(stage, viewer)
    this.pins = new PinTool(stage, viewer)
    const hint = (words: string | null) => this.onHint(words)
    this.section = new LateTool({ label: 'Cross-section', key: 'X', icon: icon('section') }, async () => {
      const { SectionTool } = await import('./section/section-tool.ts')
      return new SectionTool(stage, viewer)
    })
    this.compare = new LateTool({ label: 'Compare', key: 'D', icon: icon('compare') }, async () => {
      const { CompareTool } = await import('./maps/compare-tool.ts')
      return new CompareTool(stage, viewer)
    })
    this.contacts = new LateTool({ label: 'Contacts', key: 'O', icon: icon('contacts') }, async () => {
      const { ContactTool } = await import('./maps/contact-tool.ts')
      return new ContactTool(stage, viewer)
    })
    this.picture = new LateTool({ label: 'Screenshot', key: 'S', icon: icon('camera') }, async () => {
      const { PictureTool } = await import('./picture/picture-tool.ts')
      return new PictureTool(stage, viewer)
    })
    this.measures.onHint = this.pins.onHint = hint
    for (const late of this.late) late.onTrouble = hint
    // Two racks: points can be set on a model that is cut or coloured.
    rackUp([this.measures, this.pins])
    rackUp([this.section, this.compare, this.contacts])
  }

  private get late(): LateTool[] {
    return [this.section, this.compare, this.contacts, this.picture]
  }

  get buttons(): HTMLElement[] {
    const order = [this.measures, this.section, this.compare, this.contacts, this.pins, this.picture]
    return order.map(({ button }) => button)
  }

  /** What lies over the picture, bottom up. */
  get layers(): HTMLElement[] {
    return [this.measures.layer, this.pins.marks.root]
  }

  get panels(): HTMLElement {
    const late = this.late.map(({ place }) => place)
    return element('div', { class: 'panels' }, ...late, this.measures.place, this.pins.panel.root)
  }

  /** To be called after each picture. */
  draw(): void {
    this.measures.draw()
    this.pins.draw()
  }

  /** To be called when the scene or what is seen of it may have changed. */
  follow(): void {
    this.measures.follow()
    this.pins.follow(this.viewer.scene)
    const { scene, arches } = this.viewer
    const files = scene?.files ?? []
    const twice = files.some(({ id, jaws_id }) => files.some((other) => other.jaws_id === jaws_id && other.id !== id))
    const hasJaw = (jaw: number) => files.some(({ jaws_id }) => jaws_id === jaw)
    this.section.follow(arches.length > 0)
    this.picture.follow(arches.length > 0)
    this.compare.follow(arches.length > 0 && ((scene?.others?.length ?? 0) > 0 || twice))
    this.contacts.follow(arches.length > 0 && hasJaw(1) && hasJaw(2))
  }
}
