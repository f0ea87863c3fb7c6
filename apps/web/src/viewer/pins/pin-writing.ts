import type { ScanKind } from '@archwire/contract/patient-files/types.ts'
import type { Point, Stage } from '../stage.ts'
import { markWritten } from '../unsaved.ts'
import { pinForm, type PinDraft, type PinForm } from './pin-form.ts'
import type { PinPlace } from './pin-marks.ts'
import { besidePlace } from './pin-words.ts'

const HINT = 'Ctrl + Enter saves, Esc cancels.'

/** A point of a scan in the coordinates of its file. */
export type Spot = { kind: ScanKind; fileId: number; point: Point }

/** The comment that is changed, as it was when that began. */
type Begun = { id: number; version: number }

interface Surroundings {
  /** Where a spot is on the picture; null while it cannot be seen. */
  placeOf: (spot: Spot) => PinPlace | null
  /** The form stands after it. */
  layer: Element
  /** Called with what to do; null once nothing is written. */
  onHint: (words: string | null) => void
}

/** A comment as it is written: one form at a time, beside its spot on the picture. */
export class PinWriting {
  private readonly stage: Stage
  private readonly around: Surroundings
  private form: (PinForm & { spot: Spot; pin: Begun | null }) | null = null

  constructor(stage: Stage, around: Surroundings) {
    this.stage = stage
    this.around = around
  }

  get isOpen(): boolean {
    return this.form !== null
  }

  /** Its words must not be taken from it: they are being saved, or change a comment that there is. */
  get isBound(): boolean {
    return this.isBusy && (this.form!.isSaving() || this.form!.pin !== null)
  }

  /** There are words in it that nobody has saved. */
  get isBusy(): boolean {
    return this.form !== null && (this.form.isSaving() || this.form.isChanged())
  }

  /** The spot of a new comment. */
  get newSpot(): Spot | null {
    return this.form?.pin === null ? this.form.spot : null
  }

  /** Words that were already typed for a new comment, which is moved elsewhere. */
  get newWords(): string {
    return this.form?.pin === null ? this.form.words() : ''
  }

  focus(): void {
    this.form?.focus()
  }

  /** @param pin the comment that is changed; null: a new one */
  open(draft: Omit<PinDraft, 'closed' | 'typed'>, spot: Spot, pin: Begun | null): void {
    this.close()
    const back = document.activeElement
    const closed = () => {
      if (this.form?.root !== form.root) return
      this.close()
      if (back instanceof HTMLElement && back.isConnected) back.focus()
      else this.stage.canvas.focus()
    }
    const form = pinForm({ ...draft, closed, typed: () => this.typed() })
    this.form = { ...form, spot, pin }
    this.typed()
    this.around.layer.after(form.root)
    this.place()
    form.focus()
    this.around.onHint(HINT)
    this.stage.draw()
  }

  /** Unsaved words stay where they are, whatever is shown or selected. */
  closeEmpty(): void {
    if (!this.form?.isChanged()) this.close()
  }

  /** To be called after each picture. */
  place(): void {
    if (!this.form) return
    const { root, spot } = this.form
    const room = { width: this.stage.canvas.clientWidth, height: this.stage.canvas.clientHeight }
    const box = { width: root.offsetWidth, height: root.offsetHeight }
    const { x, y } = besidePlace(this.around.placeOf(spot) ?? this.stage.middle(), box, room)
    root.style.transform = `translate(${x}px, ${y}px)`
  }

  private close(): void {
    if (!this.form) return
    this.form.root.remove()
    this.form = null
    markWritten(null)
    this.around.onHint(null)
    this.stage.draw()
  }

  private typed(): void {
    if (!this.form?.isChanged()) return markWritten(null)
    const { spot, pin, words } = this.form
    const [x, y, z] = spot.point
    markWritten({
      pinId: pin?.id ?? null,
      version: pin?.version ?? null,
      kind: spot.kind,
      fileId: spot.fileId,
      point: [x, y, z],
      text: words(),
    })
  }
}
