import { pins as api } from '@archwire/contract/client/pins'
import type { Pin } from '@archwire/contract/pins/routes.ts'
import { ApiError, call, newIntent } from '../../lib/api.ts'
import { CaseItems } from '../case-items.ts'
import { icon } from '../icons.ts'
import { tellParent, type WrittenComment } from '../parent-messages.ts'
import { PointInput } from '../point-input.ts'
import type { Scene } from '../scene.ts'
import type { SceneViewer } from '../scene-viewer.ts'
import type { Stage } from '../stage.ts'
import { toolButton } from '../tool-button.ts'
import { toolTable } from '../tool-table.ts'
import { CoveredPins } from './covered-pins.ts'
import { pinEdit } from './pin-edit.ts'
import { PinMarks, type PinPlace } from './pin-marks.ts'
import { PinPanel } from './pin-panel.ts'
import { PinWriting, type Spot } from './pin-writing.ts'

const row = toolTable.pins
const HINT = 'Click on the scan where your comment belongs. Esc ends.'

/** Comments pinned to the scans: marks on the picture, a list, a small form. The server stores them. */
export class PinTool {
  readonly button = toolButton({ ...row, icon: icon(row.icon), act: () => this.toggle() })
  readonly marks = new PinMarks((id) => this.choose(id))
  readonly panel: PinPanel
  readonly input: PointInput
  /** Called with what to do next, or null when no comment is being pinned. */
  onHint: (words: string | null) => void = () => undefined
  /** Called before the tool is selected: others are deselected. */
  onActivate: () => void = () => undefined
  /** Called before the model moves to a comment: it stays there. */
  onLook: () => void = () => undefined
  private readonly stage: Stage
  private readonly viewer: SceneViewer
  private scene: Scene | null = null
  private readonly pins = new CaseItems<Pin>({
    ask: async ({ patientId, kind }) => {
      const { pins, can } = await call(api.list, { params: { id: patientId } }, { byHand: false })
      return { items: pins.filter((pin) => pin.kind === kind), mayAdd: can.add }
    },
    show: () => {
      this.refresh()
      this.seek()
    },
    changed: () => tellParent({ type: 'archwire:pinned' }),
  })
  private taken = false
  private chosen: number | null = null
  /** A comment to show as soon as it and its scan have loaded. */
  private sought: number | null = null
  private readonly covered = new CoveredPins(
    (id) => this.isCovered(id),
    () => this.placeMarks(),
  )
  private readonly writing: PinWriting
  /** A comment to go on with as soon as its scan has loaded. */
  private written: WrittenComment | null = null

  constructor(stage: Stage, viewer: SceneViewer) {
    this.stage = stage
    this.viewer = viewer
    this.input = new PointInput(stage, { put: (x, y) => this.put(x, y), end: () => this.deactivate() })
    this.panel = new PinPanel({
      choose: (pin) => this.choose(pin.id),
      complete: ({ id, version }, done) =>
        void this.pins.write(() => call(api.update, { params: { id }, body: { done, version } })),
      edit: (pin) => this.edit(pin),
      remove: ({ id }) => void this.pins.write(() => call(api.remove, { params: { id } })),
      again: () => void this.pins.load(),
    })
    this.writing = new PinWriting(stage, {
      placeOf: (spot) => this.placeOf(spot),
      layer: this.marks.root,
      onHint: (words) => this.onHint(words ?? (this.taken ? HINT : null)),
    })
    this.marks.root.append(this.input.cross)
    this.button.setAttribute('aria-pressed', 'false')
    this.button.hidden = true
  }

  /** To be called when the scene or what is visible of it may have changed. */
  follow(scene: Scene | null): void {
    if (scene !== this.scene) {
      this.scene = scene
      if (this.pins.follow(scene)) this.reset()
    }
    this.seek()
  }

  /** Fetches the list; to be called when the case has changed. */
  load(): Promise<void> {
    return this.pins.load()
  }

  /** Moves the model to a comment, now or once it has loaded. */
  lookAt(id: number): void {
    this.sought = id
    this.seek()
  }

  /** Goes on with a comment that was being written when this page was last taken away. */
  write(comment: WrittenComment): void {
    if (this.writing.isOpen) return
    this.written = comment
    this.seek()
  }

  private get mayPin(): boolean {
    return this.pins.at !== null && this.pins.mayAdd
  }

  toggle(): void {
    if (!this.mayPin) return
    if (this.taken) return this.deactivate()
    this.onActivate()
    this.take(true)
  }

  deactivate(): void {
    if (!this.taken) return
    this.writing.closeEmpty()
    this.take(false)
  }

  /** To be called after each picture. */
  draw(): void {
    this.placeMarks()
    this.covered.follow(this.pins.all.map(({ id }) => id))
    this.marks.root.append(this.input.cross)
    this.input.draw()
    this.writing.place()
  }

  private take(taken: boolean): void {
    this.taken = taken
    this.onHint(taken ? HINT : null)
    this.refresh()
  }

  private reset(): void {
    this.writing.closeEmpty()
    this.chosen = null
    if (this.taken) this.take(false)
    else this.refresh()
  }

  private refresh(): void {
    this.button.hidden = !this.mayPin
    this.button.setAttribute('aria-pressed', String(this.taken))
    this.input.active = this.taken
    this.marks.show(this.pins.all, this.chosen)
    this.panel.show(this.pins.all, this.chosen, this.pins.trouble)
    this.stage.draw()
  }

  private seek(): void {
    this.goOn()
    const pin = this.pins.all.find(({ id }) => id === this.sought)
    if (!pin || (!pin.is_earlier && !this.viewer.modelOf(pin.file_id))) return
    this.sought = null
    this.choose(pin.id)
  }

  private goOn(): void {
    const comment = this.written
    // It waits for its scene.
    if (!comment || !this.scene || !this.mayPin || comment.kind !== this.pins.at?.kind) return
    const isThere = this.scene.files.some(({ id }) => id === comment.fileId)
    if (isThere && !this.viewer.modelOf(comment.fileId)) return
    const pin = this.pins.all.find(({ id }) => id === comment.pinId)
    this.written = null
    // One that is gone by now goes on as a new one: its words are what counts.
    if (pin) this.edit({ ...pin, version: comment.version ?? pin.version }, comment.text)
    else if (isThere) this.add(comment, comment.text)
    else this.showWords(comment)
  }

  private choose(id: number): void {
    const pin = this.pins.all.find((each) => each.id === id)
    if (!pin) return
    this.chosen = id
    this.viewer.reveal(pin.file_id)
    const model = this.viewer.modelOf(pin.file_id)
    if (model) {
      this.onLook()
      this.stage.lookAt(model.toStage(pin.point), model.outwardAt(pin.point))
    }
    this.panel.unfold()
    this.refresh()
  }

  private placeMarks(): void {
    const draft = this.placeOf(this.writing.newSpot)
    this.marks.place((id) => {
      const place = this.placeOf(this.spotOf(id))
      return place && { ...place, behind: place.behind || this.covered.has(id) }
    }, draft)
  }

  private spotOf(id: number): Spot | null {
    const pin = this.pins.all.find((each) => each.id === id)
    return pin ? spotOf(pin) : null
  }

  private placeOf(spot: Spot | null): PinPlace | null {
    const model = spot && this.viewer.modelOf(spot.fileId)
    if (!spot || !model?.visible) return null
    const here = model.toStage(spot.point)
    return { ...this.stage.project(here), behind: !this.stage.faces(here, model.outwardAt(spot.point)) }
  }

  private isCovered(id: number): boolean {
    const spot = this.spotOf(id)
    const model = spot && this.viewer.modelOf(spot.fileId)
    if (!spot || !model?.visible) return false
    const here = model.toStage(spot.point)
    // Those that face away are known to be behind.
    return this.stage.faces(here, model.outwardAt(spot.point)) && this.stage.covers(here)
  }

  private put(x: number, y: number): void {
    const hit = this.stage.pickModel(x, y)
    const file = hit && this.viewer.fileOf(hit.model)
    if (!hit || !file || !this.pins.at) return this.onHint('There is no scan at this place. Click on the scan.')
    if (this.writing.isBound) return this.writing.focus()
    this.add({ kind: this.pins.at.kind, fileId: file.id, point: hit.model.toFile(hit.point) }, this.writing.newWords)
  }

  private add({ kind, fileId, point }: Spot, text: string): void {
    const at = this.pins.at!
    // One for all tries of this comment, so that it is created once.
    const idempotencyKey = newIntent()
    const save = async (words: string) => {
      const body = { kind, file_id: fileId, point: [...point] as Pin['point'], text: words }
      const { pin } = await call(api.create, { params: { id: at.patientId }, body }, { idempotencyKey })
      this.chosen = pin.id
      await this.changed()
    }
    this.writing.open({ title: 'Comment', text, saved: '', save }, { kind, fileId, point }, null)
  }

  /** Words that were written on a scan that is gone: they can be copied, and nothing else. */
  private showWords(comment: WrittenComment): void {
    const save = () =>
      Promise.reject(new ApiError(409, 409, 'Its scan is no longer shown. Copy the text and pin it to another scan.'))
    this.writing.open({ title: 'Comment', text: comment.text, saved: '', save }, comment, null)
  }

  private edit(pin: Pin, words = pin.text): void {
    if (this.writing.isBusy) return this.writing.focus()
    const write = pinEdit(pin, async () => {
      await this.pins.load()
      return this.pins.all.find(({ id }) => id === pin.id)
    })
    const save = async (text: string) => {
      await write(text)
      await this.changed()
    }
    this.writing.open({ title: `Comment ${pin.number}`, text: words, saved: pin.text, save }, spotOf(pin), pin)
  }

  private async changed(): Promise<void> {
    tellParent({ type: 'archwire:pinned' })
    await this.pins.load()
  }
}

const spotOf = ({ kind, file_id, point }: Pin): Spot => ({ kind, fileId: file_id, point })
