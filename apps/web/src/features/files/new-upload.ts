import type { KeptFile } from './kept-files.ts'
import { blankUpload, type Upload } from './upload.ts'

/** A file that has arrived before the page was opened. */
export const arrivedUpload = (key: string, file: KeptFile): Upload => ({
  ...blankUpload(key, file.name, null),
  state: 'done',
  arch: file.kind ?? file.jaws_id ?? null,
  archGuessed: file.arch_guessed === true,
  filePath: file.file_path,
  note: file.check_note ?? '',
  check: file.check ?? null,
})

/** A file that had not arrived when the page was left. */
export const lostUpload = (key: string, name: string): Upload => ({
  ...blankUpload(key, name, null),
  state: 'failed',
  problem: 'This file was not uploaded. Add it again or remove it.',
})
