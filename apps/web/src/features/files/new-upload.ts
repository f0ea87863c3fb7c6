import type { KeptFile } from './kept-files.ts'
import type { Upload } from './upload-queue.ts'

/** A file that was just added. */
export const newUpload = (key: string, name: string, size: number | null): Upload => ({
  key,
  name,
  size,
  state: 'waiting',
  sent: 0,
  speed: 0,
  problem: null,
  cut: false,
  arch: null,
  preview: null,
  filePath: null,
  modifiedAt: null,
  check: null,
  note: '',
})

/** A file that has arrived before the page was opened. */
export const arrivedUpload = (key: string, file: KeptFile): Upload => ({
  ...newUpload(key, file.name, null),
  state: 'done',
  arch: file.kind ?? file.jaws_id ?? null,
  filePath: file.file_path,
  note: file.check_note ?? '',
  check: file.check ?? null,
})

/** A file that had not arrived when the page was left. */
export const lostUpload = (key: string, name: string): Upload => ({
  ...newUpload(key, name, null),
  state: 'failed',
  problem: 'This file was not uploaded. Add it again or remove it.',
})
