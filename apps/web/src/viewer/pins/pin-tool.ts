import { pins as api } from '@archwire/contract/client/pins'
import type { Pin } from '@archwire/contract/pins/routes.ts'
import { call, newIntent } from '../../lib/api.ts'
import { CaseItems } from '../case-items.ts'
import { icon } from '../icons.ts'
import { tellParent } from '../parent-messages.ts'
import { PointInput } from '../point-input.ts'
import type { Scene } from '../scene.ts'
import type { SceneViewer } from '../scene-viewer.ts'
import type { Point, Stage } from '../stage.ts'
import { toolButton } from '../tool-button.ts'
import { toolTable } from '../tool-table.ts'
import { markUnsaved } from '../unsaved.ts'
import { CoveredPins } from './covered-pins.ts'
import { pinForm, type PinDraft, type PinForm } from './pin-form.ts'
import { PinMarks, type PinPlace } from './pin-marks.ts'
import { PinPanel } from './pin-panel.ts'
import { besidePlace } from './pin-words.ts'

const row = toolTable.pins
const HINT = 'Click on the scan where your comment belongs. Esc ends.'

const FORM_HINT = 'Ctrl + Enter saves, Esc cancels.'

/** A point of a scan in the coordinates of its file. */
type Spot = { fileId: number; point: Point }

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
  private form: (PinForm & { spot: Spot; isNew: boolean }) | null = null

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
    this.closeEmptyForm()
    this.take(false)
  }

  /** To be called after each picture. */
  draw(): void {
    this.placeMarks()
    this.covered.follow(this.pins.all.map(({ id }) => id))
    this.marks.root.append(this.input.cross)
    this.input.draw()
    this.placeForm()
  }

  private take(taken: boolean): void {
    this.taken = taken
    this.onHint(taken ? HINT : null)
    this.refresh()
  }

  private reset(): void {
    this.closeEmptyForm()
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
    const pin = this.pins.all.find(({ id }) => id === this.sought)
    if (!pin || (!pin.is_earlier && !this.viewer.modelOf(pin.file_id))) return
    this.sought = null
    this.choose(pin.id)
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
    const draft = this.form?.isNew ? this.placeOf(this.form.spot) : null
    this.marks.place((id) => {
      const place = this.placeOf(this.spotOf(id))
      return place && { ...place, behind: place.behind || this.covered.has(id) }
    }, draft)
  }

  private spotOf(id: number): Spot | null {
    const pin = this.pins.all.find((each) => each.id === id)
    return pin ? { fileId: pin.file_id, point: pin.point } : null
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
    const { at } = this.pins
    if (!hit || !file || !at) return this.onHint('There is no scan at this place. Click on the scan.')
    const { form } = this
    if (form && (form.isSaving() || (form.isChanged() && !form.isNew))) return form.focus()
    const spot = { fileId: file.id, point: hit.model.toFile(hit.point) }
    // One for all tries of this comment, so that it is created once.
    const idempotencyKey = newIntent()
    const save = async (text: string) => {
      const body = { kind: at.kind, file_id: spot.fileId, point: [...spot.point] as Pin['point'], text }
      const { pin } = await call(api.create, { params: { id: at.patientId }, body }, { idempotencyKey })
      this.chosen = pin.id
      await this.changed()
    }
    this.openForm({ title: 'Comment', text: this.words, saved: '', save }, spot, true)
  }

  /** Text that was already typed for a comment that is moved elsewhere. */
  private get words(): string {
    return this.form?.isNew ? this.form.words() : ''
  }

  private edit(pin: Pin): void {
    if (this.form && (this.form.isSaving() || this.form.isChanged())) return this.form.focus()
    const save = async (text: string) => {
      await call(api.update, { params: { id: pin.id }, body: { text, version: pin.version } })
      await this.changed()
    }
    const spot = { fileId: pin.file_id, point: pin.point }
    this.openForm({ title: `Comment ${pin.number}`, text: pin.text, saved: pin.text, save }, spot, false)
  }

  private openForm(draft: Omit<PinDraft, 'closed'>, spot: Spot, isNew: boolean): void {
    this.closeForm()
    const back = document.activeElement
    const closed = () => {
      if (this.form?.root !== form.root) return
      this.closeForm()
      if (back instanceof HTMLElement && back.isConnected) back.focus()
      else this.stage.canvas.focus()
    }
    const form = pinForm({ ...draft, closed })
    this.form = { ...form, spot, isNew }
    this.marks.root.after(form.root)
    this.placeForm()
    form.focus()
    this.onHint(FORM_HINT)
    this.stage.draw()
  }

  /** Unsaved text stays where it is, whatever is shown or selected. */
  private closeEmptyForm(): void {
    if (!this.form?.isChanged()) this.closeForm()
  }

  private closeForm(): void {
    if (!this.form) return
    this.form.root.remove()
    this.form = null
    markUnsaved('comment', false)
    this.onHint(this.taken ? HINT : null)
    this.stage.draw()
  }

  private placeForm(): void {
    if (!this.form) return
    const { root, spot } = this.form
    const room = { width: this.stage.canvas.clientWidth, height: this.stage.canvas.clientHeight }
    const box = { width: root.offsetWidth, height: root.offsetHeight }
    const { x, y } = besidePlace(this.placeOf(spot) ?? this.stage.middle(), box, room)
    root.style.transform = `translate(${x}px, ${y}px)`
  }

  private async changed(): Promise<void> {
    tellParent({ type: 'archwire:pinned' })
    await this.pins.load()
  }
}
