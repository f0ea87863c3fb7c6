import type { UploadLink } from '@archwire/contract/patient-files/schema.ts'
import { formatSize } from '../../lib/format.ts'
import { sendFile, sendingProblem, type LinkQuery } from '../../lib/upload/send-file.ts'
import { archOfShape, guessArch, type Arch } from './arch-guess.ts'
import { checkScanFile, lookAtScan, type ScanCheck } from './check-scan.ts'
import type { UploadKind } from './upload-kinds.ts'

/** Files that travel at the same time. */
const parallel = 3

/** Nobody answered, a proxy answered for who should, or nobody was signed in any more: what was refused so may arrive later. */
const cuts = new Set([0, 401, 502, 503, 504])

/** Advice for common files that are not accepted. */
const wayOut: readonly (readonly [ending: string, help: string])[] = [
  ['.zip', 'Unpack the archive and add what is in it.'],
  ['.heic', 'Save the photo as JPEG and add that.'],
  ['.heif', 'Save the photo as JPEG and add that.'],
]

export interface Upload {
  key: string
  name: string
  size: number | null
  state: 'waiting' | 'reading' | 'sending' | 'done' | 'failed'
  sent: number
  /** Bytes per second, over the last moments. */
  speed: number
  problem: string | null
  /** It failed by the line, or by the session's end, and goes on when that is mended. */
  cut: boolean
  arch: Arch | null
  /** A picture of a photo, while the page is open. */
  preview: string | null
  filePath: string | null
  modifiedAt: string | null
  /** The browser's check of a scan; null while it runs, and for files that are too large or not scans. */
  check: ScanCheck | null
  /** Why a scan with remarks is fine to send. */
  note: string
}

export interface Uploaded {
  file_path: string
  name: string
  jaws_id?: Arch
  check_note?: string
}

interface Work {
  file: File
  cancel: AbortController
}

/** The uploads of one form: several at once, each with its own progress, cancel and retry. Lives beside React. */
export class UploadQueue {
  readonly kind: UploadKind
  private readonly getLink: (query: LinkQuery) => Promise<UploadLink>
  private uploads: readonly Upload[] = []
  private readonly work = new Map<string, Work>()
  private readonly listeners = new Set<() => void>()
  private lastKey = 0

  constructor(kind: UploadKind, getLink: (query: LinkQuery) => Promise<UploadLink>, kept: readonly Uploaded[] = []) {
    this.kind = kind
    this.getLink = getLink
    this.uploads = kept.map((file) => ({
      ...this.blank(file.name, null),
      state: 'done' as const,
      arch: file.jaws_id ?? null,
      filePath: file.file_path,
      note: file.check_note ?? '',
    }))
  }

  readonly list = (): readonly Upload[] => this.uploads
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Adds files; rejected ones are shown with the reason. */
  add(files: Iterable<File>): void {
    for (const file of files) {
      const problem = this.refusal(file)
      const upload = {
        ...this.blank(file.name, file.size),
        problem,
        modifiedAt: new Date(file.lastModified).toISOString(),
      }
      if (problem) upload.state = 'failed'
      else {
        this.work.set(upload.key, { file, cancel: new AbortController() })
        if (this.kind.asksArch) upload.arch = guessArch(file.name) ?? null
        if (this.kind.purpose === 'photo') upload.preview = URL.createObjectURL(file)
      }
      this.uploads = [...this.uploads, upload]
    }
    this.tell()
    this.next()
  }

  setArch(key: string, arch: Arch): void {
    this.change(key, { arch })
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
  canRetry(key: string): boolean {
    return this.work.has(key)
  }

  retry(key: string): void {
    const work = this.work.get(key)
    if (!work) return
    this.work.set(key, { file: work.file, cancel: new AbortController() })
    this.change(key, { state: 'waiting', problem: null, cut: false, sent: 0, speed: 0 })
    this.next()
  }

  /** The line is back, or somebody signed in again: what was cut goes on. */
  goOn(): void {
    for (const { key, cut } of this.uploads) if (cut) this.retry(key)
  }

  /** The bytes arrived, but the case refused the file; `cut`: only because nobody was signed in any more. */
  fail(key: string, problem: string, cut = false): void {
    this.change(key, { state: 'failed', problem, cut, filePath: null })
  }

  clear(): void {
    for (const { key } of this.uploads) this.remove(key)
  }

  private blank(name: string, size: number | null): Upload {
    const key = String(++this.lastKey)
    const numbers = { sent: 0, speed: 0 }
    return {
      key,
      name,
      size,
      state: 'waiting',
      ...numbers,
      problem: null,
      cut: false,
      arch: null,
      preview: null,
      filePath: null,
      modifiedAt: null,
      check: null,
      note: '',
    }
  }

  private refusal(file: File): string | null {
    const { endings, maxBytes, maxFiles } = this.kind
    const taken = this.uploads.filter((upload) => upload.state !== 'failed')
    const name = file.name.toLowerCase()
    if (!endings.some((ending) => name.endsWith(ending))) {
      const only = `Only ${endings.join(', ')} files can be used here.`
      const help = wayOut.find(([ending]) => name.endsWith(ending))?.[1]
      return help ? `${only} ${help}` : only
    }
    if (file.size === 0) return 'The file is empty.'
    if (file.size > maxBytes) return `The file is larger than ${formatSize(maxBytes)}.`
    if (taken.length >= maxFiles) return `At most ${maxFiles} files.`
    if (taken.some((upload) => upload.name === file.name)) return 'File with such name already exists.'
    return null
  }

  private next(): void {
    const running = this.uploads.filter(({ state }) => state === 'reading' || state === 'sending').length
    const waiting = this.uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, parallel - running))
    for (const upload of waiting) void this.run(upload)
  }

  private async run({ key }: Upload): Promise<void> {
    const { file, cancel } = this.work.get(key)!
    this.change(key, { state: 'reading' })
    try {
      if (this.kind.purpose === 'scan' && !(await this.passes(key, file, cancel.signal))) return
      const filePath = await sendFile(file, this.kind.purpose, {
        getLink: this.getLink,
        signal: cancel.signal,
        onSending: () => {
          this.change(key, { state: 'sending' })
          return this.meter(key)
        },
      })
      this.change(key, { state: 'done', filePath, sent: file.size })
    } catch (error) {
      if (cancel.signal.aborted) return
      const { status } = error as { status?: number }
      const cut = status !== undefined && cuts.has(status)
      const problem =
        status === 0 ? 'The connection was cut. The file goes on when the line is back.' : sendingProblem(error)
      this.change(key, { state: 'failed', problem, cut })
    } finally {
      this.next()
    }
  }

  /** Checks a scan before it travels; an unusable one is not sent, and shows the reason. */
  private async passes(key: string, file: File, { aborted }: AbortSignal): Promise<boolean> {
    const check = await checkScanFile(file, this.kind.checkAs)
    if (aborted || !this.work.has(key)) return false
    // The shape suggests the arch where neither the name nor a person did.
    const said = this.uploads.find((upload) => upload.key === key)?.arch ?? null
    const arch = said ?? (this.kind.asksArch ? archOfShape(check?.jaw) : null)
    this.change(key, { check, arch })
    const twin = this.uploads.find(
      (other) =>
        other.key !== key &&
        other.state !== 'failed' &&
        other.check?.geometry &&
        other.check.geometry === check?.geometry,
    )
    const problem =
      check?.verdict === 'block'
        ? check.remarks.map(({ message }) => message).join(' ')
        : twin && `This is the same scan as ${twin.name}.`
    if (!problem) return true
    this.work.delete(key)
    this.change(key, { state: 'failed', problem })
    return false
  }

  /** Shows progress at most every 120 ms, and a speed over the last three seconds. */
  private meter(key: string): (sent: number) => void {
    let samples: { at: number; sent: number }[] = [{ at: performance.now(), sent: 0 }]
    let shownAt = 0
    return (sent) => {
      const at = performance.now()
      samples = [...samples.filter((sample) => at - sample.at < 3000 && sample.sent <= sent), { at, sent }]
      if (at - shownAt < 120) return
      shownAt = at
      const first = samples[0]!
      this.change(key, { sent, speed: at > first.at ? ((sent - first.sent) / (at - first.at)) * 1000 : 0 })
    }
  }

  private change(key: string, some: Partial<Upload>): void {
    this.uploads = this.uploads.map((upload) => (upload.key === key ? { ...upload, ...some } : upload))
    this.tell()
  }

  private tell(): void {
    for (const listener of this.listeners) listener()
  }
}
