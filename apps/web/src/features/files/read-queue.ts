import { bothArches } from '@archwire/contract/patient-files/types.ts'
import { useSyncExternalStore } from 'react'
import { archDoubt } from './arch-guess.ts'
import type { PatientNames } from './file-name-words.ts'
import { guessPhotoView } from './photo-guess.ts'
import type { Upload, Uploaded, UploadQueue } from './upload-queue.ts'

/** A scan that may spoil the case, by what it is or whose arch it is said to be, is sent once a person has said why it is fine. */
export const needsNote = (upload: Upload): boolean => upload.state !== 'failed' && upload.note === '' && asksWhy(upload)

/** Whether the check has something that a person has to answer for. */
export const asksWhy = ({ check, arch, archGuessed }: Upload): boolean =>
  check?.verdict === 'warn' || archDoubt(arch, check?.jaw, archGuessed) !== null

/** Arrived, with nothing left to answer. */
export const isUsable = (queue: UploadQueue, upload: Upload): boolean =>
  upload.state === 'done' &&
  upload.filePath !== null &&
  (!queue.kind.asksArch || upload.arch !== null) &&
  !needsNote(upload)

/** Arrived files, as forms carry them; scans with open questions are left out. */
export const uploadedOf = (queue: UploadQueue): Uploaded[] =>
  queue
    .list()
    .filter((upload) => isUsable(queue, upload))
    .map((upload) => uploadedAs(queue, upload))

/** A file that has arrived, as forms carry it. */
export const uploadedAs = ({ kind, whose }: UploadQueue, { filePath, name, arch, note }: Upload): Uploaded => ({
  file_path: filePath!,
  name,
  ...(arch === 'bite' ? { jaws_id: bothArches, kind: arch } : arch && { jaws_id: arch }),
  ...(note && { check_note: note }),
  ...(kind.fileType === 'photo' && viewOf(name, whose)),
})

/** What a photo shows, as its name says. */
function viewOf(name: string, whose: PatientNames | null): Pick<Uploaded, 'photo_view'> {
  const view = guessPhotoView(name, whose)
  return view ? { photo_view: view } : {}
}

/** In transfer. */
const isOnItsWay = ({ state }: Upload): boolean => state === 'waiting' || state === 'reading' || state === 'sending'

/** Files in transfer. */
export const busyIn = (queue: UploadQueue): number => queue.list().filter(isOnItsWay).length

/** Files that have not arrived and resume by themselves: in transfer, or cut off. */
export const pendingIn = (queue: UploadQueue): number =>
  queue.list().filter((upload) => isOnItsWay(upload) || upload.cut).length

/** Scans that arrived but have no arch yet. */
export const withoutArch = (queue: UploadQueue): number =>
  queue.kind.asksArch ? queue.list().filter(({ state, arch }) => state !== 'failed' && arch === null).length : 0

/** Whether one more scan may be called one of the bite. */
export const hasRoomForBite = ({ kind, list }: UploadQueue): boolean =>
  list().filter(({ state, arch }) => state !== 'failed' && arch === 'bite').length < kind.maxBites

/** Scans with unanswered remarks. */
export const withoutNote = (queue: UploadQueue): number => queue.list().filter(needsNote).length

export const useUploads = (queue: UploadQueue): readonly Upload[] => useSyncExternalStore(queue.subscribe, queue.list)
export const useQueuePart = <T>(queue: UploadQueue, select: (queue: UploadQueue) => T): T =>
  useSyncExternalStore(queue.subscribe, () => select(queue))
