import type { KeptFile, LostFile } from './kept-files.ts'
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

/** What is said of a file that had not arrived. */
export const notUploaded = 'This file was not uploaded. Add it again or remove it.'

/** A file that had not arrived when the page was left; one that was refused says why, as before. */
export const lostUpload = (key: string, lost: LostFile): Upload => {
  const { name, problem } = typeof lost === 'string' ? { name: lost, problem: notUploaded } : lost
  return { ...blankUpload(key, name, null), state: 'failed', problem }
}
