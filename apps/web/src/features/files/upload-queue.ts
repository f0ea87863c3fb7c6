import { dateOfFile } from '@archwire/contract/patient-files/file-date.ts'
import { freeName, takenNameMessage } from '@archwire/contract/patient-files/file-names.ts'
import type { UploadLink } from '@archwire/contract/patient-files/schema.ts'
import type { CheckedAs } from '@archwire/mesh'
import { sendFile, type LinkQuery } from '../../lib/upload/send-file.ts'
import { archOfShape, guessArch, type Arch } from './arch-guess.ts'
import { checkScanFile, lookAtScan, type ScanCheck } from './check-scan.ts'
import type { KeptFile, LostFile } from './kept-files.ts'
import { arrivedUpload, lostUpload } from './new-upload.ts'
import type { UploadKind } from './upload-kinds.ts'
import { transferMeter } from './transfer-meter.ts'
import type { PatientNames } from './file-name-words.ts'
import { failedBy, failedWith, mostRepeats, triedForLong } from './upload-failure.ts'
import { blankUpload, type Upload, type Work } from './upload.ts'
import { lookAtContent, problemFound, refusalOf, twinOf, type Looked } from './upload-refusal.ts'

/** Files that travel at the same time. */
const parallel = 3

export type { Upload, Uploaded } from './upload.ts'

/** The uploads of one form: several at once, each with its own progress, cancel and retry. Lives beside React. */
export class UploadQueue {
  readonly kind: UploadKind
  /** What is known of the patient. */
  whose: PatientNames | null = null
  private isTaken: (name: string) => boolean = () => false
  private readonly getLink: (query: LinkQuery) => Promise<UploadLink>
  private uploads: readonly Upload[] = []
  private readonly work = new Map<string, Work>()
  private readonly listeners = new Set<() => void>()
  private lastKey = 0

  /**
   * @param kept files that have arrived
   * @param lost files that had not arrived when the page was left
   */
  constructor(
    kind: UploadKind,
    getLink: (query: LinkQuery) => Promise<UploadLink>,
    kept: readonly KeptFile[] = [],
    lost: readonly LostFile[] = [],
  ) {
    this.kind = kind
    this.getLink = getLink
    this.uploads = [
      ...kept.map((file) => arrivedUpload(this.newKey(), file)),
      ...lost.map((file) => lostUpload(this.newKey(), file)),
    ]
  }

  readonly list = (): readonly Upload[] => this.uploads
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** From now on, files whose name is taken where they are added are rejected before their bytes travel. */
  rejectTaken(isTaken: (name: string) => boolean): void {
    this.isTaken = isTaken
  }

  /** From now on, the patient's own name says nothing of a file (`scans/guess`); guesses that it gave are made again. */
  knowPatient(patient: PatientNames): void {
    if (this.whose?.first_name === patient.first_name && this.whose.last_name === patient.last_name) return
    this.whose = patient
    for (const upload of this.kind.asksArch ? this.uploads : []) {
      if (!upload.archGuessed && upload.arch !== null) continue
      const named = this.named(upload)
      this.call(upload.key, named ?? archOfShape(upload.check?.jaw), named !== null)
    }
    this.tell()
  }

  /** Adds files; rejected ones are shown with the reason. */
  add(files: Iterable<File>): void {
    for (const file of files) {
      this.forgetFailed(file.name)
      const named = this.named(file)
      const problem =
        refusalOf(file, this.kind, this.uploads, named === 'bite') ??
        (this.isTaken(file.name) ? takenNameMessage : null)
      const upload = {
        ...blankUpload(this.newKey(), problem ? file.name : this.free(file.name), file.size),
        problem,
        modifiedAt: dateOfFile(file.lastModified),
        arch: this.kind.arch ?? named,
        archGuessed: named !== null,
      }
      if (problem) upload.state = 'failed'
      else {
        const looked = this.checksScans
          ? Promise.resolve({ problem: null, name: file.name })
          : lookAtContent(file, this.kind)
        this.work.set(upload.key, { file, cancel: new AbortController(), begun: {}, looked, repeats: 0 })
        void looked.then((content) => this.hear(upload.key, content))
        if (this.kind.purpose === 'photo') upload.preview = URL.createObjectURL(file)
      }
      this.uploads = [...this.uploads, upload]
    }
    this.tell()
    this.next()
  }

  /** A file that is added again takes the place of the one that failed. */
  private forgetFailed(name: string): void {
    for (const upload of this.uploads) if (upload.state === 'failed' && upload.name === name) this.remove(upload.key)
  }

  /** Whether its files are read in full before they travel, not only their first bytes. */
  private get checksScans(): boolean {
    return this.kind.purpose === 'scan' && this.kind.checkAs !== null
  }

  /** Cameras give one name to many photos: each gets one of its own. */
  private free(name: string, but?: string): string {
    if (this.kind.purpose !== 'photo') return name
    const others = this.uploads.filter(({ key, state }) => key !== but && (state !== 'failed' || this.work.has(key)))
    return freeName(
      name,
      others.map((other) => other.name),
    )
  }

  /** The first bytes of a file decide at once whether it is taken, before it is its turn to travel. */
  private hear(key: string, { problem, name }: Looked): void {
    const work = this.work.get(key)
    if (!work) return
    if (problem) {
      this.work.delete(key)
      this.change(key, { state: 'failed', problem })
    } else if (name !== work.file.name) this.change(key, { name: this.free(name, key) })
  }

  setArch(key: string, arch: Arch): void {
    this.call(key, arch, false)
  }

  private call(key: string, arch: Arch | null, archGuessed: boolean): void {
    const before = this.uploads.find((upload) => upload.key === key)
    if (!before || (before.arch === arch && before.archGuessed === archGuessed)) return
    this.change(key, { arch, archGuessed })
    if ((arch === 'bite') !== (before.arch === 'bite')) void this.judgeAgain(key)
  }

  setNote(key: string, note: string): void {
    this.change(key, { note })
  }

  /** The scan with the spots of its faults, while its file is available. */
  async look(key: string) {
    const work = this.work.get(key)
    return work ? lookAtScan(work.file) : null
  }

  /** Cancels a running upload, removes a finished one. */
  remove(key: string): void {
    this.work.get(key)?.cancel.abort()
    this.work.delete(key)
    const preview = this.uploads.find((upload) => upload.key === key)?.preview
    if (preview) URL.revokeObjectURL(preview)
    this.uploads = this.uploads.filter((upload) => upload.key !== key)
    this.tell()
    this.next()
  }

  /** A refused file would be refused again; an interrupted one may arrive. */
  canRetry = (key: string): boolean => this.work.has(key)

  retry(key: string, repeats = 0): void {
    const work = this.work.get(key)
    if (!work) return
    this.work.set(key, { ...work, cancel: new AbortController(), repeats })
    this.change(key, { state: 'waiting', problem: null, cut: false, speed: 0 })
    this.next()
  }

  /** The line is back, or somebody signed in again: what was cut goes on, unless it has tried for long and gets nowhere. */
  goOn(): void {
    for (const { key, cut } of this.uploads) {
      const repeats = (this.work.get(key)?.repeats ?? 0) + 1
      if (!cut) continue
      if (repeats <= mostRepeats) this.retry(key, repeats)
      else this.change(key, triedForLong)
    }
  }

  /** The bytes arrived, but the case refused the file, or the call was cut off. */
  fail(key: string, error: unknown): void {
    const work = this.work.get(key)
    const failed = failedBy(error)
    // What was refused was perhaps used up: another try sends its bytes anew.
    if (work && !failed.cut) work.begun.underway = undefined
    this.change(key, { ...failed, filePath: null })
  }

  clear(): void {
    for (const { key } of this.uploads) this.remove(key)
  }

  private newKey = (): string => String(++this.lastKey)

  private next(): void {
    const running = this.uploads.filter(({ state }) => state === 'reading' || state === 'sending').length
    const waiting = this.uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, parallel - running))
    for (const upload of waiting) void this.run(upload)
  }

  private async run({ key }: Upload): Promise<void> {
    const { file, cancel, begun, looked } = this.work.get(key)!
    this.change(key, { state: 'reading' })
    try {
      if ((await looked).problem || cancel.signal.aborted) return
      // Whose bytes have begun to travel was checked before.
      const isChecked = begun.underway !== undefined || !this.checksScans
      if (!isChecked && !(await this.passes(key, file, cancel.signal))) return
      const filePath = await sendFile(file, this.kind.purpose, {
        getLink: this.getLink,
        signal: cancel.signal,
        begun,
        onSending: () => {
          this.change(key, { state: 'sending' })
          return this.meter(key)
        },
      })
      this.change(key, { state: 'done', filePath, sent: file.size })
    } catch (error) {
      if (cancel.signal.aborted) return
      const { isGone, ...failed } = await failedWith(error, file)
      if (isGone) this.work.delete(key)
      this.change(key, failed)
    } finally {
      this.next()
    }
  }

  /** Checks a scan before it travels; an unusable one is not sent, and shows the reason. */
  private async passes(key: string, file: File, { aborted }: AbortSignal): Promise<boolean> {
    let as: CheckedAs
    let check: ScanCheck | null
    do {
      as = this.checkedAs(key)
      check = await checkScanFile(file, as)
      if (aborted || !this.work.has(key)) return false
      // It was called something else meanwhile.
    } while (as !== this.checkedAs(key))
    // The shape suggests the arch where neither the name nor a person did.
    const said = this.uploads.find((upload) => upload.key === key)?.arch ?? null
    const arch = said ?? (this.kind.asksArch ? archOfShape(check?.jaw) : null)
    this.change(key, { check, arch })
    const problem = await problemFound(check, twinOf(key, check, this.uploads), file, this.kind)
    if (!problem) return true
    this.work.delete(key)
    this.change(key, { state: 'failed', problem })
    return false
  }

  /** What its name says of a scan, as far as this form takes it. */
  private named({ name }: { name: string }): Arch | null {
    const arch = this.kind.asksArch ? guessArch(name, this.whose) : undefined
    return arch === 'bite' && this.kind.maxBites === 0 ? null : (arch ?? null)
  }

  private checkedAs(key: string): CheckedAs {
    return this.uploads.find((upload) => upload.key === key)?.arch === 'bite' ? 'bite' : (this.kind.checkAs ?? 'scan')
  }

  /** A hole weighs less in a scan of the bite: one that is called so, or no longer, is judged again. */
  private async judgeAgain(key: string): Promise<void> {
    const file = this.work.get(key)?.file
    if (!file || !this.uploads.some((upload) => upload.key === key && upload.check)) return
    const as = this.checkedAs(key)
    const check = await checkScanFile(file, as).catch(() => null)
    if (check && as === this.checkedAs(key)) this.change(key, { check })
  }

  /** A part that is sent again shows no progress until it is beyond where it was cut. */
  private meter(key: string): (sent: number) => void {
    return transferMeter((sent, speed) => {
      const shown = this.uploads.find((upload) => upload.key === key)?.sent ?? 0
      const work = this.work.get(key)
      if (work && sent > shown) work.repeats = 0
      this.change(key, { sent: Math.max(shown, sent), speed })
    })
  }

  private change(key: string, some: Partial<Upload>): void {
    this.uploads = this.uploads.map((upload) => (upload.key === key ? { ...upload, ...some } : upload))
    this.tell()
  }

  private tell(): void {
    for (const listener of this.listeners) listener()
  }
}
