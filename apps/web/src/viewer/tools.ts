import type { MeasureKind } from '@archwire/contract/measurements/kinds.ts'
import { element } from './element.ts'
import { LazyTool } from './lazy-tool.ts'
import { MeasureTool } from './measure/measure-tool.ts'
import { PinTool } from './pins/pin-tool.ts'
import type { SceneViewer } from './scene-viewer.ts'
import type { Stage } from './stage.ts'
import { makeExclusive } from './tool-group.ts'
import { measureKeys, toolTable, type LazyToolRow, type ToolName, type ToolRow } from './tool-table.ts'

interface Lazy {
  row: LazyToolRow
  tool: LazyTool
}
const isLazy = (row: ToolRow | LazyToolRow): row is LazyToolRow => 'load' in row

/** All tools of the model: those that pick points on it, and those that draw on it. */
export class Tools {
  readonly measures: MeasureTool
  readonly pins: PinTool
  /** Called with what to do next, or null when no tool has a prompt. */
  onHint: (words: string | null) => void = () => undefined
  private readonly viewer: SceneViewer
  private readonly lazy = new Map<string, Lazy>()
  /** The tool that the address asks for, until it is opened. */
  private asked = new URLSearchParams(location.search).get('tool')

  constructor(stage: Stage, viewer: SceneViewer) {
    this.viewer = viewer
    this.measures = new MeasureTool(stage, viewer)
    this.pins = new PinTool(stage, viewer)
    const hint = (words: string | null) => this.onHint(words)
    for (const [name, row] of Object.entries<ToolRow | LazyToolRow>(toolTable))
      if (isLazy(row)) {
        const tool = new LazyTool(row, async () => new (await row.load())(stage, viewer))
        tool.onTrouble = hint
        this.lazy.set(name, { row, tool })
      }
    this.measures.onHint = this.pins.onHint = hint
    // Two groups: points can be set on a model that is cut or colored.
    const lazy = [...this.lazy.values()]
    makeExclusive([this.measures, this.pins, ...lazy.filter(({ row }) => row.takesPoints).map(({ tool }) => tool)])
    makeExclusive(lazy.filter(({ row }) => row.changesModel).map(({ tool }) => tool))
  }

  get buttons(): HTMLElement[] {
    const buttonOf = (name: ToolName) =>
      name === 'measure' ? this.measures.button : name === 'pins' ? this.pins.button : this.lazy.get(name)!.tool.button
    return (Object.keys(toolTable) as ToolName[]).map(buttonOf)
  }

  /** What the letters of the keyboard select or deselect. */
  get letters(): Record<string, () => void> {
    const measures = Object.entries(measureKeys).map(([kind, letter]) => [
      letter.toLowerCase(),
      () => void this.measures.choose(kind as MeasureKind),
    ])
    const lazy = [...this.lazy.values()].map(({ row, tool }) => [row.key.toLowerCase(), () => void tool.toggle()])
    return {
      ...(Object.fromEntries([...measures, ...lazy]) as Record<string, () => void>),
      [toolTable.pins.key.toLowerCase()]: () => this.pins.toggle(),
    }
  }

  /** Puts away what cuts or colors the model, or its other panel; false where none is open. */
  close(): boolean {
    const open = [...this.lazy.values()].findLast(({ tool }) => tool.isOpen)
    open?.tool.deactivate()
    return open !== undefined
  }

  /** The layers over the picture, bottom up. */
  get layers(): HTMLElement[] {
    return [this.measures.layer, this.pins.marks.root]
  }

  get panels(): HTMLElement {
    const lazy = [...this.lazy.values()].map(({ tool }) => tool.place)
    return element('div', { class: 'panels' }, ...lazy, this.measures.place, this.pins.panel.root)
  }

  /** To be called after each picture. */
  draw(): void {
    this.measures.draw()
    this.pins.draw()
    for (const { tool } of this.lazy.values()) tool.draw()
  }

  /** To be called when the scene or what is visible of it may have changed. */
  follow(): void {
    this.measures.follow()
    this.pins.follow(this.viewer.scene)
    const { scene, arches } = this.viewer
    const scans = {
      drawn: arches.length,
      jaws: (scene?.files ?? []).map(({ jaws_id }) => jaws_id),
      others: scene?.others?.length ?? 0,
    }
    for (const { row, tool } of this.lazy.values()) tool.follow(row.isPossible(scans))
    this.openAsked()
  }

  /** Opens the tool that the address asks for as soon as there is something for it to work on. */
  private openAsked(): void {
    const asked = this.asked === null ? undefined : this.lazy.get(this.asked)
    if (!asked || asked.tool.button.hidden) return
    this.asked = null
    void asked.tool.toggle()
  }
}
