import { crossSection } from '@archwire/mesh/cross-section.ts'
import type { PanelTool } from '../lazy-tool.ts'
import type { Arch, SceneViewer } from '../scene-viewer.ts'
import type { Point, Stage } from '../stage.ts'
import { pairsOf, thickLines } from '../thick-lines.ts'
import { cuttingPlane, onSheet, reachOf, type Cut, type CuttingPlane } from './cutting-plane.ts'
import { outlineColors, OutlineSheet, type SheetOutline } from './outline-sheet.ts'
import { sectionPanel, type SectionPanel } from './section-panel.ts'

const JAWS = { 1: 'upper', 2: 'lower', 3: 'both' } as const

/**
 * Cuts the model with a plane: the half in front of it is hidden, the outline of the cut is drawn on the model and, to
 * scale, beside it.
 */
export class SectionTool implements PanelTool {
  readonly panel: HTMLElement
  private readonly stage: Stage
  private readonly viewer: SceneViewer
  private readonly sheet = new OutlineSheet()
  private readonly controls: SectionPanel
  private cut: Cut = { level: false, turn: 0, offset: 0 }
  private cutAway = true
  /** Whether the half behind the plane is the hidden one. */
  private flipped = false
  private inUse = false
  /** The middle of all that was visible when the tool was selected: cuts are counted from there. */
  private middle: Point = [0, 0, 0]
  private drawn: (() => void)[] = []

  constructor(stage: Stage, viewer: SceneViewer) {
    this.stage = stage
    this.viewer = viewer
    this.controls = sectionPanel(this.sheet.root, {
      cut: (change) => this.change(change),
      cutAway: (on) => {
        this.cutAway = on
        this.showHalf()
      },
      flip: () => {
        this.flipped = !this.flipped
        this.showHalf()
      },
    })
    this.panel = this.controls.root
  }

  take(): void {
    this.inUse = true
    this.follow()
  }

  deactivate(): void {
    this.inUse = false
    this.erase()
    this.stage.cut(null)
  }

  follow(): void {
    if (!this.inUse) return
    this.middle = middleOf(this.visible().flatMap(({ model }) => model.samplePoints().map((each) => each.toArray())))
    this.change({})
  }

  private visible(): Arch[] {
    return this.viewer.arches.filter(({ model }) => model.visible)
  }

  private change(change: Partial<Cut>): void {
    const points = this.visible().flatMap(({ model }) => model.samplePoints().map((each) => each.toArray()))
    const asked = { ...this.cut, ...change }
    const [least, most] = reachOf(points, asked, this.middle)
    this.cut = { ...asked, offset: Math.min(most, Math.max(least, asked.offset)) }
    this.controls.show(this.cut, [least, most])
    this.erase()
    const plane = this.plane()
    this.sheet.show(this.visible().flatMap((arch) => this.cutThrough(arch, plane)))
    this.showHalf()
  }

  private plane(): CuttingPlane {
    return cuttingPlane(this.cut, this.middle)
  }

  /** Draws the outlines of one arch on it and returns them for the sheet. */
  private cutThrough({ file, surface, model }: Arch, plane: CuttingPlane): SheetOutline[] {
    const point = model.toFile(plane.point)
    const ahead = model.toFile(plane.point.map((value, axis) => value + plane.normal[axis]!) as unknown as Point)
    const normal = ahead.map((value, axis) => value - point[axis]!) as unknown as Point
    const outlines = crossSection(surface, { point: [...point], normal: [...normal] })
    const pairs = outlines.map(({ points, closed }) => pairsOf(points, closed))
    const all = new Float32Array(pairs.reduce((sum, each) => sum + each.length, 0))
    pairs.reduce((at, each) => (all.set(each, at), at + each.length), 0)
    if (all.length > 0) this.drawn.push(model.mark(thickLines(all, outlineColors[JAWS[file.jaws_id]], 3)))
    return outlines.map(({ points, closed }) => ({
      jaw: JAWS[file.jaws_id],
      closed,
      points: Array.from({ length: points.length / 3 }, (_, each) => {
        const [x, y, z] = points.subarray(each * 3, each * 3 + 3)
        return onSheet(plane, model.toStage([x!, y!, z!]))
      }),
    }))
  }

  private showHalf(): void {
    const { point, normal } = this.plane()
    const side = this.flipped ? 1 : -1
    const kept = normal.map((value) => value * side) as unknown as Point
    // A hair's breadth more stays, so that the outline itself is never cut off.
    const edge = point.map((value, axis) => value - kept[axis]! * 0.02) as unknown as Point
    this.stage.cut(this.cutAway ? { point: edge, normal: kept } : null)
  }

  private erase(): void {
    for (const takeAway of this.drawn) takeAway()
    this.drawn = []
    this.stage.draw()
  }
}

/** The middle of the box around points. */
function middleOf(points: readonly Point[]): Point {
  const ends = [0, 1, 2].map((axis) => {
    const [least, most] = points.reduce(
      ([low, high], point) => [Math.min(low, point[axis]!), Math.max(high, point[axis]!)],
      [Infinity, -Infinity],
    )
    return points.length > 0 ? (least! + most!) / 2 : 0
  })
  return ends as unknown as Point
}
