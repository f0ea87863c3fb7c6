import { bites as api } from '@archwire/contract/client/bites'
import type { BiteMethod } from '@archwire/contract/bites/methods.ts'
import type { Bite } from '@archwire/contract/bites/routes.ts'
import type { Vector3 } from '@archwire/mesh'
import { inverse, joined } from '@archwire/mesh/best-fit.ts'
import type { Triple } from '@archwire/mesh/bite/three-points.ts'
import { call } from '../../lib/api.ts'
import { CameraPose } from '../camera-pose.ts'
import { CaseItems } from '../case-items.ts'
import { element } from '../element.ts'
import type { PanelTool } from '../lazy-tool.ts'
import { ORTHODONTIC_VIEWS } from '../orthodontic-views.ts'
import { tellParent } from '../parent-messages.ts'
import { keepBite } from '../scene.ts'
import type { Arch, SceneViewer } from '../scene-viewer.ts'
import type { Stage } from '../stage.ts'
import { markPlaced } from '../unsaved.ts'
import { archesOfScene, isCoarse, middleOf, newestOf, unitOf } from './arches-on-stage.ts'
import { ELSEWHERE, isSubmissionPlaced, standTogether, submittedBite } from './as-submitted.ts'
import { downloadPlaced } from './download-placed.ts'
import { type BiteScan, fitByScan } from './fit-by-scan.ts'
import { movedPlace, meetingOf, turnLevel, turnOver, turnToFront } from './moves.ts'
import { type Jaws, panelParts } from './place-panel.ts'
import type { Place } from './place-scans.ts'
import { PressPoints } from './press-points.ts'
import { renewBite } from './renew-bite.ts'
import type { Held } from './standing.ts'
import { placesSent, Steps } from './steps.ts'
import '../panel-tools.css'
import './place-panel.css'

/** A place nearer to the middle of an arch than this does not say where its front is; mm. */
const NEAREST_FRONT = 2

/** Places the arches by hand: turns one over, sets its front, brings both together by three points; keeps it with the case. */
export class PlaceTool implements PanelTool {
  readonly panel = element('section', {
    class: 'bar tool-panel placement',
    'aria-label': 'Place the arches',
    tabindex: -1,
  })
  private readonly stage: Stage
  private readonly viewer: SceneViewer
  private readonly press: PressPoints
  private readonly saved = new CaseItems<Bite>({
    ask: async ({ patientId, kind }) => {
      const { bites, can } = await call(api.list, { params: { id: patientId } }, { byHand: false })
      this.mayFollow = isSubmissionPlaced(this.viewer.scene, bites)
      return { items: bites.filter(({ scan_kind }) => scan_kind === kind), mayAdd: can.add }
    },
    show: () => this.arrived(),
    begin: () => this.refresh(),
    changed: () => tellParent({ type: 'archwire:measured' }),
  })
  private readonly steps: Steps
  private trouble: string | null = null
  private note: string | null = null
  /** What is worked on: no other way to bring the arches together is open meanwhile. */
  private working: string | null = null
  private mayFollow = false
  private inUse = false
  private scene: SceneViewer['scene'] = null

  constructor(stage: Stage, viewer: SceneViewer) {
    this.stage = stage
    this.viewer = viewer
    this.steps = new Steps(viewer)
    this.press = new PressPoints(stage, viewer, {
      changed: (trouble) => this.say(trouble),
      front: (jaws, place) => this.front(jaws, place),
      meet: (lower, upper) => void this.meet(lower, upper),
    })
    this.panel.addEventListener('keydown', (event) => {
      // Escape leaves what is nearest first.
      if (event.key !== 'Escape' || !this.press.picking) return
      event.preventDefault()
      event.stopPropagation()
      this.press.stop()
    })
  }

  take(): void {
    this.inUse = true
    this.follow()
    void renewBite(this.viewer).then(() => this.refresh())
  }

  /** What is moved stays moved: the sign beside the arches says that it is not saved. */
  deactivate(): void {
    this.press.stop()
    this.inUse = false
  }

  afterPicture(): void {
    this.press.draw()
  }

  follow(): void {
    if (this.scene !== this.viewer.scene) {
      this.scene = this.viewer.scene
      // What was moved in this scene before, and not saved, is moved again.
      this.viewer.standing.hold(this.steps.last)
      Object.assign(this, { trouble: null, note: null })
      this.press.leaveScene()
      if (this.inUse) this.saved.follow(this.scene)
    } else if (this.inUse && this.saved.at === null) this.saved.follow(this.scene)
    this.refresh()
  }

  /** The versions of the case came. While nothing is moved, what is shown is the newest of them. */
  private arrived(): void {
    const newest = this.saved.all[0]?.version ?? 0
    if (!this.steps.last) {
      if (this.steps.from !== null && this.steps.from !== newest) void renewBite(this.viewer)
      this.steps.from = newest
    }
    this.refresh()
  }

  private get jaws(): Jaws[] {
    return ([1, 2, 3] as const).filter((jaws) => this.archesOf(jaws).length > 0)
  }

  private archesOf(jaws: Jaws): Arch[] {
    return archesOfScene(this.viewer).filter(({ file }) => file.jaws_id === jaws)
  }

  private say(trouble: string | null, note: string | null = null): void {
    Object.assign(this, { trouble, note })
    this.refresh()
  }

  private refresh(): void {
    if (!this.inUse) return
    const held = this.panel.contains(document.activeElement) && document.activeElement?.getAttribute('data-key')
    const { bite, isBite } = this.viewer.standing
    const parts = panelParts(
      {
        jaws: this.jaws,
        bite,
        picking: this.press.picking,
        changed: this.steps.last !== null,
        maySave: this.saved.mayAdd,
        busy: this.saved.busy,
        working: this.working,
        biteScans: this.scene?.bite_scans ?? [],
        mayFollow: this.mayFollow && bite !== 'in_bite',
        mayDownload: this.saved.at !== null && (bite === null || isBite),
        note: this.note,
        trouble: this.trouble ?? this.saved.trouble,
        versions: this.saved.all,
      },
      {
        over: (jaws) => void this.move(jaws, turnOver(middleOf(this.archesOf(jaws)))),
        turn: (jaws, degrees) => void this.move(jaws, turnLevel(degrees, middleOf(this.archesOf(jaws)))),
        front: (jaws) => this.press.pickFront(jaws),
        threePoints: () => this.press.pickPairs(),
        stopPicking: () => this.press.stop(),
        asFilesLie: () => void this.asFilesLie(),
        byScan: (scan) => void this.byScan(scan),
        asSubmitted: () => void this.asSubmitted(),
        byShape: () => void this.save('by_shape'),
        standAsThen: (bite) => void this.step(this.steps.asThen(bite)),
        download: (jaws) => void this.download(jaws),
        undo: () => void this.undo(),
        save: () => void this.save(this.steps.last?.method ?? 'by_hand'),
      },
    )
    this.panel.replaceChildren(...parts, this.press.cross)
    if (!held) return
    const again = this.panel.querySelector<HTMLButtonElement>(`[data-key="${held}"]:not(:disabled)`)
    ;(again ?? this.panel).focus()
  }

  /** Turns an arch so that a place of it is in front; false when the place is too near to its middle. */
  private front(jaws: Jaws, place: Vector3): boolean {
    const move = turnToFront(place, middleOf(this.archesOf(jaws)), NEAREST_FRONT / unitOf(this.viewer.arches))
    if (move) void this.move(jaws, move)
    return move !== null
  }

  private async meet(lower: Triple, upper: Triple): Promise<void> {
    const meeting = meetingOf(lower, upper, unitOf(this.viewer.arches))
    if ('trouble' in meeting) return this.say(meeting.trouble)
    await this.move(2, meeting.move, 'three_points')
    this.stage.fit(CameraPose.turnOf(ORTHODONTIC_VIEWS[0]!))
  }

  /** Moves all scans of a jaw. */
  private async move(jaws: Jaws, by: Place, method: BiteMethod = 'by_hand'): Promise<void> {
    const places = this.steps.places((each, place) => (each === jaws ? movedPlace(by, place) : place))
    await this.step({ places, method })
  }

  private async asFilesLie(): Promise<void> {
    const first = archesOfScene(this.viewer).toSorted((a, b) => a.file.id - b.file.id)[0]
    const rotation = first && this.steps.placeOf(first.file.id)?.rotation
    if (rotation)
      await this.step({ places: this.steps.places(() => ({ rotation, offset: [0, 0, 0] })), method: 'as_files_lie' })
  }

  /** Brings the lower arch to the upper one as both stand in a scan of their bite. */
  private async byScan(scan: BiteScan): Promise<void> {
    const [upper, lower] = ([1, 2] as const).map((jaw) => newestOf(archesOfScene(this.viewer), jaw))
    const id = this.scene?.viewer_id
    if (!upper || !lower || !id) return
    if ([upper, lower].some(isCoarse)) return this.say('The scans are still loading. Try again in a moment.')
    const found = await this.work('Fitting the arches to the bite scan…', () => fitByScan(id, scan, upper, lower))
    const [above, below] = [upper, lower].map(({ file }) => this.steps.placeOf(file.id))
    if (!found || !above || !below) return
    await this.move(2, joined(joined(above, found.pose), inverse(below)), 'buccal_bite')
    this.say(null, found.note)
    this.stage.fit(CameraPose.turnOf(ORTHODONTIC_VIEWS[0]!))
  }

  /** Stands the arches of a setup as its submitted scans were placed. */
  private async asSubmitted(): Promise<void> {
    const { scene } = this
    const found = scene && (await this.work('Looking up the submitted scans…', () => submittedBite(scene)))
    if (!found) return
    const places = this.steps.places((jaws, place) => found.places.get(jaws) ?? place)
    if (!standTogether(archesOfScene(this.viewer), places)) return this.say(ELSEWHERE)
    await this.step({ places, method: 'as_submitted' })
  }

  /** Hands out the newest file of a jaw where it stands. */
  private async download(jaws: Jaws): Promise<void> {
    const arch = newestOf(archesOfScene(this.viewer), jaws)
    const place = arch && this.steps.placeOf(arch.file.id)
    if (place) await this.work('Writing the file…', () => downloadPlaced(arch.file, place))
  }

  /** Says what is worked on, and what went wrong; null then, and when the scene has gone meanwhile. */
  private async work<Found extends object>(
    words: string,
    find: () => Promise<Found | { trouble: string }>,
  ): Promise<Found | null> {
    if (this.working) return null
    const { scene } = this
    this.working = words
    this.say(null)
    const found = await find()
    this.working = null
    this.refresh()
    if (this.scene !== scene) return null
    if (!('trouble' in found)) return found
    this.say(found.trouble)
    return null
  }

  private async step(step: Held): Promise<void> {
    if (this.saved.busy) return this.say('It is being saved. Try again in a moment.')
    if (step.places.size === 0) return
    this.say(null)
    this.steps.add(step)
    await this.show()
  }

  private async undo(): Promise<void> {
    this.note = null
    this.steps.takeBack()
    // After a refusal: what others saved meanwhile is what is shown next.
    if (!this.steps.last) {
      void this.saved.load()
      await renewBite(this.viewer)
    }
    await this.show()
  }

  /** Stands the arches where they were moved to. */
  private async show(): Promise<void> {
    const { last } = this.steps
    this.viewer.standing.hold(last)
    markPlaced(this.steps.isAny && this.saved.mayAdd)
    await this.viewer.standUp()
    this.stage.fit()
    this.refresh()
  }

  private async save(method: BiteMethod): Promise<void> {
    const { at } = this.saved
    const { scene } = this
    if (!at || !scene) return
    const moved = method === 'by_shape' ? new Map<number, Place>() : this.steps.places((_, place) => place)
    const places = placesSent(moved)
    let kept: Bite | null = null
    await this.saved.write(async () => {
      const body = { scan_kind: at.kind, method, places, version: this.steps.from ?? 0 }
      kept = (await call(api.create, { params: { id: at.patientId }, body })).bite
    })
    if (!kept) return this.refresh()
    keepBite(scene, kept)
    this.steps.saved(scene, (kept as Bite).version)
    // Another scene has taken its place: it stands as it does.
    if (this.scene !== scene) return
    await this.show()
  }
}
