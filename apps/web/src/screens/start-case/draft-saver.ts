import { rxForms } from '@archwire/contract/client/rx-forms'
import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { newDraft } from '../../lib/drafts.ts'
import { whenLineIsBack } from '../../lib/line.ts'
import { dropWork, givenUpTimes, holdWork, isWorkKept } from '../../lib/unsaved-work.ts'
import { pendingIn } from '../../features/files/index.ts'
import type { CaseForm, Draft } from './case-form.ts'
import { draftData, hasFiles } from './draft-data.ts'

/** This page, among those that may have the same draft open (`rx-form/two-pages`). */
const page = newDraft()

/** Saves in progress, by draft: the form may be left and opened again before they finish. */
const onTheirWay = new Map<string, Promise<unknown>>()

/** Among all unsaved work: the form of one draft. */
export const draftKey = (organizationId: number, draft: string): string => `case:${organizationId}:${draft}`

/** Settles when the last save of this draft by this browser has arrived. */
export const draftSaved = async (organizationId: number, draft: string): Promise<void> =>
  void (await onTheirWay.get(draftKey(organizationId, draft)))

/** Pause in typing before the draft is saved, and before what could not be saved is tried again. */
const [restMs, againMs] = [1000, 10_000]

/**
 * Where the draft stands: nothing to say, on its way, arrived (an instant), not, and why; or overtaken by another page,
 * with what that one kept: nothing, where it threw the draft away or submitted it.
 */
export type DraftState =
  | { state: 'same' | 'saving' | 'submitted' }
  | { state: 'saved'; at: string }
  | { state: 'unsaved'; why: string }
  | { state: 'overtaken'; theirs: Draft | null }

/** Which page it is, and when the draft was kept as it knows it (`rx-form/two-pages`). */
export interface Knowledge {
  page?: string
  known?: string
}

/**
 * Stores what a person types on the server, so that it survives a reload, another tab or another day. No patient data
 * stays in the browser; what could not be saved is kept in this page's memory (`rx-form/draft`, `screens/unsaved`).
 */
export class DraftSaver {
  private readonly caseForm: CaseForm
  private readonly draft: string
  private readonly show: (state: DraftState) => void
  private readonly key: string
  private readonly filesKey: string
  private last: string
  /** What the draft keeps of the files, as text. */
  private files = ''
  private edited = givenUpTimes()
  private stopped = false
  private paused = false
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: Promise<unknown> = Promise.resolve()
  private readonly stops: (() => void)[]

  /** @param restored the form came back from this page's memory: it is not on the server yet, and files go on */
  constructor(caseForm: CaseForm, draft: string, restored: boolean, show: (state: DraftState) => void) {
    this.caseForm = caseForm
    this.draft = draft
    this.show = show
    this.key = draftKey(caseForm.organizationId, draft)
    this.filesKey = `${this.key}:files`
    const { form, scans, photos, archAnswer } = caseForm
    this.last = restored ? '' : this.text()
    const leave = () => document.visibilityState === 'hidden' && this.save(true)
    document.addEventListener('visibilitychange', leave)
    this.stops = [
      form.subscribe(() => this.changed()),
      archAnswer.subscribe(() => this.changed()),
      whenLineIsBack(() => this.save()),
      ...[scans, photos].map((queue) => queue.subscribe(() => this.filesChanged())),
      () => document.removeEventListener('visibilitychange', leave),
    ]
    this.lookAtFiles()
    if (!restored) return
    for (const queue of [scans, photos]) queue.goOn()
    this.save()
  }

  /** Waits for a save in progress, and ends the saving until `goOn`. */
  async pause(): Promise<void> {
    this.paused = true
    this.lookAtFiles()
    clearTimeout(this.timer)
    await this.running
  }

  goOn(): void {
    this.paused = false
    this.lookAtFiles()
    this.save()
  }

  knowledge(): Knowledge {
    const { at } = this.caseForm.kept
    return { page, ...(at !== null && { known: at }) }
  }

  /** The form is a case now: nothing of it is unsaved. */
  done(): void {
    dropWork(this.key)
  }

  /** What this page holds is written over what another one kept, or threw away. */
  keepMine(theirs: Draft | null): void {
    this.caseForm.kept.at = theirs?.updated_at ?? null
    this.goOn()
  }

  /** The form is left: what can still be saved is. Returns when that has arrived. */
  end(): Promise<unknown> {
    this.save(true)
    if (this.paused) dropWork(this.key)
    // Files that had not arrived when the session ended, or the page failed, continue with the form.
    if (isWorkKept() && this.filesPending()) this.hold()
    for (const stop of this.stops) stop()
    dropWork(this.filesKey)
    this.stopped = true
    clearTimeout(this.timer)
    return this.running
  }

  private text(): string {
    return JSON.stringify(draftData(this.caseForm))
  }

  /** Progress is told several times a second: only what the draft keeps of files is a change. */
  private filesChanged(): void {
    this.lookAtFiles()
    const { scans_arrived, scans_not_arrived, photos_not_arrived } = draftData(this.caseForm)
    const files = JSON.stringify([scans_arrived, scans_not_arrived, photos_not_arrived])
    if (files === this.files) return
    this.files = files
    this.changed()
  }

  /** Saves after a pause. */
  private changed(): void {
    this.edited = givenUpTimes()
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.save(), restMs)
  }

  private save(keepalive = false): void {
    clearTimeout(this.timer)
    const { form, kept, organizationId } = this.caseForm
    const text = this.text()
    const isNew = kept.at === null && this.last !== ''
    if (this.stopped || this.paused || text === this.last || (isNew && !form.changed() && !hasFiles(this.caseForm)))
      return
    this.last = text
    this.show({ state: 'saving' })
    const send = () => {
      const body = { data: draftData(this.caseForm), page, known: kept.at }
      return call(
        rxForms.saveDraft,
        { params: { id: organizationId }, query: { draft: this.draft }, body },
        { keepalive },
      )
    }
    // Two concurrent saves could arrive in the wrong order, so the next waits, except when the page closes.
    const before = keepalive ? Promise.resolve() : this.running
    this.running = before.then(send).then(
      ({ updated_at }) => {
        kept.at = updated_at
        dropWork(this.key)
        this.show({ state: 'saved', at: updated_at })
      },
      (error: unknown) => this.failed(error),
    )
    onTheirWay.set(this.key, this.running)
  }

  private async failed(error: unknown): Promise<void> {
    this.last = ''
    // Left with a yes to the question, after the last key: what was given up is not held again.
    if (this.stopped && givenUpTimes() !== this.edited) return
    this.hold()
    const { status, code } = error instanceof ApiError ? error : { status: undefined, code: undefined }
    if (code === errorCodes.draftSubmitted) return this.overtaken({ state: 'submitted' })
    if (code === errorCodes.draftOvertaken) {
      const theirs = await this.readTheirs()
      if (theirs !== undefined) return this.overtaken({ state: 'overtaken', theirs })
    }
    this.show({ state: 'unsaved', why: status === 0 ? 'It will be saved when you’re back online.' : messageOf(error) })
    if (!this.stopped && !this.paused) this.timer = setTimeout(() => this.save(), againMs)
  }

  /** What another page kept; undefined when it cannot be read now. */
  private readTheirs(): Promise<Draft | null | undefined> {
    const input = { params: { id: this.caseForm.organizationId }, query: { draft: this.draft } }
    return call(rxForms.getDraft, input).then(
      ({ draft }) => draft,
      () => undefined,
    )
  }

  /** Nothing is written until the person has chosen. */
  private overtaken(state: DraftState): void {
    this.paused = true
    this.show(state)
  }

  private hold(): void {
    const { scans, photos } = this.caseForm
    const end = () => [scans, photos].forEach((queue) => queue.clear())
    holdWork(this.key, 'Your changes in Start A Case are not saved yet.', this.caseForm, end)
  }

  private filesPending(): boolean {
    return pendingIn(this.caseForm.scans) + pendingIn(this.caseForm.photos) > 0
  }

  /** Of files that have not arrived the draft has only the names: leaving asks about them. */
  private lookAtFiles(): void {
    const waits = 'Some files are still uploading.'
    if (!this.paused && this.filesPending()) holdWork(this.filesKey, waits)
    else dropWork(this.filesKey)
  }
}
