import { measurements as api } from '@archwire/contract/client/measurements'
import { figureOf, figureWords } from '@archwire/contract/measurements/geometry.ts'
import { measureKinds, type Jaw, type MeasureKind } from '@archwire/contract/measurements/kinds.ts'
import type { Measurement, NewMeasurement } from '@archwire/contract/measurements/routes.ts'
import type { Figure } from '@archwire/contract/measurements/table.ts'
import { call } from '../../lib/api.ts'
import { CaseItems, type SceneCase } from '../case-items.ts'
import { tellParent } from '../parent-messages.ts'
import { PointInput } from '../point-input.ts'
import type { Scene } from '../scene.ts'
import type { SceneViewer } from '../scene-viewer.ts'
import type { Point, Stage } from '../stage.ts'
import { markMeasured } from '../unsaved.ts'
import { Drafts, isPlaced, jawsOf, type Draft, type Placed, type Spot } from './drafts.ts'
import { hintOf } from './measure-words.ts'
import { MeasurePanel } from './measure-panel.ts'
import { Overlay, type Line } from './overlay.ts'
import './measure-panel.css'
import './overlay.css'
import './small-screens.css'

/** Callbacks of the button around it. */
export interface Host {
  choose(kind: MeasureKind): void
  end(): void
  hint(words: string | null): void
}

/** The location of a point. */
type Place = Pick<Spot, 'scan' | 'point'>

/**
 * Measures on the visible scans: points by click or tap, or with Enter in the middle of the picture. Figures appear on
 * the picture and in the panel; those of a case can be saved there.
 */
export class Measuring {
  readonly layer: HTMLElement
  readonly panel: HTMLElement
  /** The last selected kind: the button selects it again. */
  lastKind: MeasureKind = 'distance'
  private readonly stage: Stage
  private readonly viewer: SceneViewer
  private readonly host: Host
  private readonly overlay: Overlay
  private readonly list: MeasurePanel
  private readonly input: PointInput
  private readonly drafts = new Drafts()
  private kind: MeasureKind | null = null
  private spots: readonly Spot[] = []
  private scene: Scene | null = null
  private readonly saved = new CaseItems<Measurement>({
    ask: async ({ patientId, kind }) => {
      const { measurements, can } = await call(api.list, { params: { id: patientId } }, { byHand: false })
      return { items: measurements.filter(({ scan_kind }) => scan_kind === kind), mayAdd: can.add }
    },
    show: () => this.refresh(),
    begin: () => this.refresh(),
    changed: () => tellParent({ type: 'archwire:measured' }),
  })
  private showSaved = true

  constructor(stage: Stage, viewer: SceneViewer, host: Host) {
    this.stage = stage
    this.viewer = viewer
    this.host = host
    this.overlay = new Overlay(stage)
    this.input = new PointInput(stage, { put: (x, y) => this.put(x, y), end: () => host.end() })
    const anew = (change: () => void) => {
      change()
      this.refresh()
    }
    this.list = new MeasurePanel({
      choose: (kind) => host.choose(kind),
      end: () => {
        host.end()
        stage.canvas.focus()
      },
      choosePlace: (place) => anew(() => this.drafts.choose(place)),
      move: (draft, place) => anew(() => this.drafts.move(draft, place)),
      discard: (draft) => anew(() => this.drafts.discard(draft)),
      show: (show) => anew(() => (this.showSaved = show)),
      save: (drafts) => void this.save(drafts),
      remove: ({ id }) => void this.saved.write(() => call(api.remove, { params: { id } })),
      again: () => void this.saved.load(),
    })
    this.layer = this.overlay.root
    this.panel = this.list.root
  }

  /** Selects a kind, or (null) deselects the tool. */
  choose(kind: MeasureKind | null): void {
    this.kind = kind
    this.lastKind = kind ?? this.lastKind
    this.spots = []
    this.input.active = kind !== null
    this.stage.canvas.classList.toggle('measuring', kind !== null)
    this.refresh()
    this.hint()
  }

  /** To be called after each picture. */
  draw(): void {
    this.overlay.draw(this.lines())
    this.input.draw()
    this.overlay.root.append(this.input.cross)
  }

  /** To be called when the scene or what is visible of it may have changed. */
  follow(): void {
    const { scene } = this.viewer
    if (scene !== this.scene) {
      this.scene = scene
      this.saved.follow(scene)
    }
    this.refresh()
  }

  /** Another scene replaces this one: figures of this one return with it. */
  leaveScene(): void {
    this.drafts.leaveScene()
    this.spots = []
    this.refresh()
  }

  /** Fetches the saved measurements; to be called when the case has changed. */
  load(): Promise<void> {
    return this.saved.load()
  }

  private put(x: number, y: number): void {
    const hit = this.stage.pickModel(x, y)
    if (!hit || this.kind === null) return this.host.hint('There is no scan at this place. Click on the scan.')
    const file = this.viewer.fileOf(hit.model)
    const point = hit.model.toFile(hit.point)
    const spot: Spot = { scan: file?.id ?? hit.model, jawsId: file?.jaws_id ?? 3, point }
    const [first] = this.spots
    if (first && first.scan !== spot.scan) {
      if (isPlaced(this.kind)) return this.host.hint('All points belong on the same arch. Click there, or press Esc.')
      if (!this.viewer.standing.sharesCoordinates)
        return this.host.hint('The files of the arches do not share coordinates. Measure within one arch.')
    }
    this.spots = [...this.spots, spot]
    if (this.spots.length === measureKinds[this.kind].points && !this.finish(this.kind)) return
    this.refresh()
    this.hint()
  }

  /** Makes a draft of the points; false when they yield no figure. */
  private finish(kind: MeasureKind): boolean {
    const { spots } = this
    const value = figureOf(
      kind,
      spots.map(({ point }) => point),
    )
    const placed = isPlaced(kind) ? this.drafts.next(kind, jawsOf(spots), this.saved.all) : { jaw: null, place: null }
    this.spots = []
    if (value === null) {
      this.host.hint('The points are too close together. Click places that are farther apart.')
      this.refresh()
      return false
    }
    this.drafts.add({ kind, ...placed, value }, spots)
    return true
  }

  private get next(): (Placed & { jaws: readonly Jaw[] }) | null {
    if (!isPlaced(this.kind)) return null
    const jaws = this.spots.length > 0 ? jawsOf(this.spots) : this.visibleJaws
    return { ...this.drafts.next(this.kind, jaws, this.saved.all), jaws }
  }

  private get visibleJaws(): readonly Jaw[] {
    const shown = this.viewer.arches.filter(({ model }) => model.visible).map(({ file }) => file.jaws_id)
    return shown.length > 0 && shown.every((jaws) => jaws === shown[0]) ? jawsOf([{ jawsId: shown[0]! }]) : jawsOf([])
  }

  private hint(): void {
    this.host.hint(this.kind && hintOf(this.kind, this.next))
  }

  private get maySave(): boolean {
    return this.saved.at !== null && this.saved.mayAdd
  }

  /** The drafts whose scans are in this scene. */
  private get present(): readonly Draft[] {
    return this.drafts.all.filter(({ spots }) => spots.every((spot) => this.modelOf(spot.scan) !== null))
  }

  private modelOf(scan: Spot['scan']) {
    return typeof scan === 'number' ? this.viewer.modelOf(scan) : scan
  }

  private refresh(): void {
    markMeasured(this.maySave && this.drafts.all.length > 0)
    const drafts = this.present
    const isOpen = this.kind !== null || drafts.length > 0
    this.panel.hidden = !isOpen
    if (isOpen)
      this.list.show({
        kind: this.kind,
        next: this.next,
        drafts,
        saved: this.saved.all,
        showSaved: this.showSaved,
        isCase: this.saved.at !== null,
        maySave: this.maySave,
        busy: this.saved.busy,
        trouble: this.saved.trouble,
      })
    this.stage.draw()
  }

  private lines(): Line[] {
    if (this.panel.hidden) return []
    const saved = this.showSaved ? this.saved.all.flatMap((figure) => this.line(figure, spotsOf(figure), true)) : []
    const drafts = this.present.flatMap((draft) => this.line(draft, draft.spots, false))
    const begun = this.onStage(this.spots)
    const beginning = this.kind && begun?.length ? [{ kind: this.kind, points: begun, words: null, saved: false }] : []
    return [...saved, ...drafts, ...beginning]
  }

  private line({ kind, value }: Figure, spots: readonly Place[], saved: boolean): Line[] {
    const points = this.onStage(spots)
    // Teeth are close together: which one it is, and the unit, are shown in the panel.
    const words = kind === 'tooth_size' ? value.toFixed(2) : figureWords(kind, value)
    return points ? [{ kind, points, words, saved }] : []
  }

  /** Null unless all their scans are visible: lines are hidden with their arch. */
  private onStage(spots: readonly Place[]): Point[] | null {
    const placed = spots.map(({ scan, point }) => ({ model: this.modelOf(scan), point }))
    return placed.every(({ model }) => model?.visible) ? placed.map(({ model, point }) => model!.toStage(point)) : null
  }

  private async save(drafts: readonly Draft[]): Promise<void> {
    const { at } = this.saved
    if (!at || this.saved.busy) return
    await this.saved.write(async () => {
      for (const draft of drafts) {
        // oxlint-disable-next-line no-await-in-loop -- in the order they were taken, and none after one that failed
        await call(
          api.create,
          { params: { id: at.patientId }, body: asked(draft, at.kind) },
          { idempotencyKey: draft.id },
        )
        this.drafts.discard(draft)
      }
    })
  }
}

const spotsOf = ({ points }: Measurement): Place[] => points.map(({ file_id, point }) => ({ scan: file_id, point }))

/** What the server is asked to save; it computes the figure from the points itself. */
function asked({ kind, jaw, place, spots }: Draft, scan_kind: SceneCase['kind']): NewMeasurement {
  const points = spots.map(({ scan, point }) => ({ file_id: scan, point: [...point] }))
  const more = kind === 'arch_width' ? { place, jaw } : kind === 'tooth_size' ? { place } : {}
  return { kind, scan_kind, points, ...more } as NewMeasurement
}
