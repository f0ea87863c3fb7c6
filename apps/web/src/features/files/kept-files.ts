import type { UploadedFile } from '@archwire/contract/rx-forms/fields.ts'
import type { ScanCheck } from './check-scan.ts'
import { notUploaded } from './new-upload.ts'
import { uploadedAs } from './read-queue.ts'
import type { Uploaded, UploadQueue } from './upload-queue.ts'

/** A file that has arrived, with the result of its check, so that its remarks can be answered later. */
export type KeptFile = Uploaded & { check?: ScanCheck | null; arch_guessed?: boolean }

/** Files that have arrived, with or without open questions, as a draft keeps them (`rx-form/draft`). */
export const arrivedIn = (queue: UploadQueue): KeptFile[] =>
  queue
    .list()
    .filter(({ state, filePath }) => state === 'done' && filePath !== null)
    // The file itself is not there after a reload: its spots cannot be shown.
    .map((upload) => ({
      ...uploadedAs(queue, upload),
      ...(upload.archGuessed && { arch_guessed: true }),
      ...(upload.check && { check: { ...upload.check, hasSpots: false } }),
    }))

/** A file that has not arrived, as a draft keeps it: its name, and why it was refused. */
export type LostFile = string | { name: string; problem: string }

/** Files that have not arrived: on their way, cut off, or refused, which they stay. */
export const notArrivedIn = (queue: UploadQueue): LostFile[] =>
  queue
    .list()
    .filter(({ state }) => state !== 'done')
    .map(({ key, name, state, problem }) =>
      state === 'failed' && problem !== null && problem !== notUploaded && !queue.canRetry(key)
        ? { name, problem }
        : name,
    )

/** Names of files that were not uploaded and do not resume by themselves. */
export const failedIn = (queue: UploadQueue): string[] =>
  queue
    .list()
    .filter(({ state, cut }) => state === 'failed' && !cut)
    .map(({ name }) => name)

/** What a draft says of arrived files; null where it is not a list of files. */
export function readArrived(said: unknown): KeptFile[] | null {
  if (!Array.isArray(said)) return null
  return said.flatMap((file: Partial<KeptFile> | null) => {
    if (typeof file?.file_path !== 'string' || typeof file.name !== 'string') return []
    const { check, ...rest } = file
    return [{ ...(rest as UploadedFile), ...(isCheck(check) && { check }) }]
  })
}

/** The files in a draft's list of those that had not arrived. */
export const readLost = (said: unknown): LostFile[] =>
  Array.isArray(said) ? said.filter((file): file is LostFile => typeof file === 'string' || isRefused(file)) : []

const isRefused = (file: unknown): boolean =>
  typeof file === 'object' &&
  file !== null &&
  'name' in file &&
  typeof file.name === 'string' &&
  'problem' in file &&
  typeof file.problem === 'string'

/** Names of files that a draft had lost: none of them was refused. */
export const lostIn = (queue: UploadQueue): string[] =>
  queue
    .list()
    .filter(({ problem }) => problem === notUploaded)
    .map(({ name }) => name)

const isCheck = (check: Partial<ScanCheck> | null | undefined): check is ScanCheck =>
  (check?.verdict === 'pass' || check?.verdict === 'warn') &&
  Array.isArray(check.remarks) &&
  typeof check.triangles === 'number'
