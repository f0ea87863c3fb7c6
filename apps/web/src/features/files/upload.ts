import type { UploadedFile } from '@archwire/contract/rx-forms/fields.ts'
import type { Arch } from './arch-guess.ts'
import type { Begun } from '../../lib/upload/send-file.ts'
import type { ScanCheck } from './check-scan.ts'
import type { Looked } from './upload-refusal.ts'

/** A file of a form, from the moment it was added. */
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
  /** Whether the file's name says the arch, and no person. */
  archGuessed: boolean
  /** A picture of a photo, while the page is open. */
  preview: string | null
  filePath: string | null
  modifiedAt: string | null
  /** The browser's check of a scan; null while it runs, and for files that are too large or not scans. */
  check: ScanCheck | null
  /** Why a scan with remarks is fine to send. */
  note: string
}

export type Uploaded = Pick<UploadedFile, 'file_path' | 'name' | 'jaws_id' | 'kind' | 'check_note' | 'photo_view'>

/** A file that was just added: nothing is known of it but its name and size. */
export const blankUpload = (key: string, name: string, size: number | null): Upload => ({
  key,
  name,
  size,
  state: 'waiting',
  sent: 0,
  speed: 0,
  problem: null,
  cut: false,
  arch: null,
  archGuessed: false,
  preview: null,
  filePath: null,
  modifiedAt: null,
  check: null,
  note: '',
})

/** What a page holds of a file that has not arrived. */
export interface Work {
  file: File
  cancel: AbortController
  begun: Begun
  /** What its first bytes say. */
  looked: Promise<Looked>
  /** How often it went on by itself since the last of its bytes arrived. */
  repeats: number
}
