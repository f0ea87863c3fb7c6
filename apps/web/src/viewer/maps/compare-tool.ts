import { aidWords } from '@archwire/contract/measurements/words.ts'
import { inverse, type RigidMove } from '@archwire/mesh/best-fit.ts'
import { ArchModel } from '../arch-model.ts'
import { element } from '../element.ts'
import type { ShadedSurface } from '../scan-reading/shaded-surface.ts'
import { jawOf } from '../scene.ts'
import type { Arch, SceneViewer } from '../scene-viewer.ts'
import type { Stage } from '../stage.ts'
import { askDistances } from './ask-distances.ts'
import { colorsOf, deviationColor, deviationLegend, type Color } from './color-scale.ts'
import { Counterparts } from './counterparts.ts'
import type { DistanceAnswer } from './distance.worker.ts'
import { chooser, figureTable, legendOf, signedMm, tick } from './map-panel.ts'
import { MapTool } from './map-tool.ts'

/** Distances beyond this have no counterpart, in millimeters. */
const REACH = 5
/** What counts as equal in the figures, in millimeters. */
const TOLERANCE = 0.1
const RANGES = [0.1, 0.25, 0.5, 1, 2, 5] as const
const GHOST: Color = [116, 164, 246]
const GHOST_OPACITY = 0.35
const NAMES = { 1: 'Upper', 2: 'Lower', 3: 'Both' } as const

/** An arch with the surface it is compared to. */
type Compared = { arch: Arch; answer: DistanceAnswer; ghost: ArchModel; takeGhost: () => void }

/**
 * Overlays the shown scans with another version of them: distances as colors and figures, the other one see-through.
 */
export class CompareTool extends MapTool {
  private readonly counterparts: Counterparts
  private other = ''
  private fit = false
  private range: number = 0.5
  /** Null: nobody chose yet. A correction is shown with the setup that it replaces. */
  private ghostChosen: boolean | null = null
  private compared: Compared[] = []

  constructor(stage: Stage, viewer: SceneViewer) {
    super(stage, viewer, 'Compare')
    this.counterparts = new Counterparts(viewer)
  }

  protected async renew(): Promise<void> {
    const options = this.counterparts.options()
    if (!options.some(({ value }) => value === this.other)) this.other = this.counterparts.first()
    const arches = this.counterparts.archesToCompare(this.other)
    if (!this.begins([this.other, this.fit, ...arches.map(({ model }) => model.object.id)].join())) return
    await this.fulfill(
      async () => {
        const pairs = await this.counterparts.pair(arches, this.other)
        if (pairs.length === 0) throw new Error('There is no scan of the same arch to compare with.')
        return Promise.all(pairs.map(async (pair) => ({ ...pair, answer: await this.compare(pair) })))
      },
      (answers) => {
        this.compared = answers.map(({ arch, surface, answer }) => {
          const ghost = new ArchModel(surface)
          return { arch, answer, ghost, takeGhost: placeGhost(arch.model, ghost, inverse(answer.move)) }
        })
        this.paint()
      },
    )
  }

  private get showGhost(): boolean {
    return this.ghostChosen ?? this.viewer.scene?.kind === 'correction'
  }

  private compare({ arch: { file, surface: from }, surface: to }: { arch: Arch; surface: ShadedSurface }) {
    return askDistances({
      from: { positions: from.positions, indices: from.indices },
      to: { positions: to.positions, indices: to.indices },
      reach: REACH,
      tolerance: TOLERANCE,
      fit: this.fit,
      jaw: jawOf[file.jaws_id],
    })
  }

  private paint(): void {
    for (const { arch, answer, ghost } of this.compared) {
      arch.model.paint(colorsOf(answer.distances, (distance) => deviationColor(distance, this.range)))
      ghost.visible = this.showGhost
    }
    this.stage.draw()
  }

  protected erase(): void {
    for (const { arch, ghost, takeGhost } of this.compared) {
      arch.model.paint(null)
      takeGhost()
      ghost.dispose()
    }
    this.compared = []
  }

  protected distanceAt(model: ArchModel, vertex: number): number | null {
    return this.compared.find(({ arch }) => arch.model === model)?.answer.distances[vertex] ?? null
  }

  protected wordsOf(distance: number): string {
    return Number.isNaN(distance) ? 'Here: no counterpart' : `Here: ${signedMm(distance)}`
  }

  protected draw(): void {
    const options = this.counterparts.options()
    const nameOf = options.find(({ value }) => value === this.other)?.label ?? 'the other scan'
    const redo = (change: () => void) => {
      change()
      void this.renew()
    }
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset['keep'] : undefined
    this.panel.replaceChildren(
      element('h2', {}, 'Compare'),
      chooser('With', options, this.other, (value) => redo(() => (this.other = value))),
      chooser(
        'Aligned',
        [
          { value: 'files', label: 'As in the files' },
          { value: 'fit', label: 'Best fit' },
        ],
        this.fit ? 'fit' : 'files',
        (value) => redo(() => (this.fit = value === 'fit')),
      ),
      chooser(
        'Scale',
        RANGES.map((range) => ({ value: String(range), label: `± ${range} mm` })),
        String(this.range),
        (value) => {
          this.range = Number(value)
          this.paint()
          this.draw()
        },
      ),
      tick('Show the other one, see-through', this.showGhost, (on) => {
        this.ghostChosen = on
        this.paint()
      }),
      ...this.outcome(nameOf),
    )
    this.panel.querySelectorAll<HTMLElement>('select, input').forEach((control, at) => {
      control.dataset['keep'] = String(at)
      if (control.dataset['keep'] === focused) control.focus()
    })
  }

  private outcome(nameOf: string): HTMLElement[] {
    if (this.state === 'busy') return [element('p', { class: 'working', role: 'status' }, 'Comparing…')]
    if (this.state !== 'ready') return [element('p', { class: 'trouble', role: 'alert' }, this.state.trouble)]
    const said = `Red is in front of ${nameOf.toLowerCase()}, blue is behind it, gray has no counterpart.`
    const apart = this.compared.some(({ answer }) => (answer.figures?.covered ?? 0) < 0.5)
    return [
      legendOf(deviationLegend(this.range), said),
      ...(apart && !this.fit
        ? [element('p', { class: 'trouble' }, 'Most of the scan has no counterpart. Try Best fit.')]
        : []),
      figureTable(
        this.compared.map(({ arch }) => NAMES[arch.file.jaws_id]),
        this.rows(),
      ),
      this.reading,
      element('p', { class: 'aid' }, aidWords),
    ]
  }

  private rows(): string[][] {
    const row = (label: string, words: (answer: DistanceAnswer) => string) => [
      label,
      ...this.compared.map(({ answer }) => (answer.figures ? words(answer) : '–')),
    ]
    return [
      row('Mean', ({ figures }) => `${figures!.mean.toFixed(2)} mm`),
      row('95 % below', ({ figures }) => `${figures!.p95.toFixed(2)} mm`),
      row('Farthest out', ({ figures }) => signedMm(figures!.most)),
      row('Farthest in', ({ figures }) => signedMm(figures!.least)),
      row(`Within ${TOLERANCE} mm`, ({ figures }) => `${(figures!.within * 100).toFixed(0)} %`),
      row('Has a counterpart', ({ figures }) => `${(figures!.covered * 100).toFixed(0)} %`),
      ...(this.fit ? [row('Fitted by', ({ moved }) => `${moved.way.toFixed(2)} mm, ${moved.turn.toFixed(1)}°`)] : []),
    ]
  }
}

/** The other scan, see-through, where the move back brings it beside the shown one. */
function placeGhost(model: ArchModel, ghost: ArchModel, back: RigidMove): () => void {
  ghost.paint(new Uint8Array(ghost.vertices * 3).map((_, at) => GHOST[at % 3]!))
  ghost.opacity = GHOST_OPACITY
  ghost.place(back.rotation, back.offset)
  return model.mark(ghost.object)
}
