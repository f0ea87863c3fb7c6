import { patientFiles } from '@archwire/contract/client/patient-files'
import { keepsTakenName } from '@archwire/contract/patient-files/file-names.ts'
import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import { patientFileTypes, type ScanKind } from '@archwire/contract/patient-files/types.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { call, newIntent } from '../../lib/api.ts'
import { changesOf, refreshShown } from '../../lib/refresh-shown.ts'
import { filesKey, heldWork } from '../../lib/unsaved-work.ts'
import { patiently } from '../../lib/upload/put-file.ts'
import type { PatientNames } from './file-name-words.ts'
import { useFilesKept } from './use-files-kept.ts'
import type { UploadKind } from './upload-kinds.ts'
import { busyIn, isUsable } from './read-queue.ts'
import { guessPhotoView } from './photo-guess.ts'
import { tellArrived } from './tell-arrived.ts'
import { UploadQueue, type Upload } from './upload-queue.ts'

interface Target {
  patientId: number
  kind: UploadKind
  /** Of scans: what they belong to. */
  scanKind?: ScanKind
  /** Where on the page they are added, if it takes files of one kind in two places. */
  place?: string
  /** The patient, whose own name says nothing of a file (`scans/guess`). */
  patient?: PatientNames
  /** The case, if a file that would keep the name of one of its files is to be refused (`scans/names`). */
  refusesTaken?: Pick<Patient, 'first_name' | 'last_name' | 'patient_files'>
  /** Hears of each file that stands on the case, before the page has fetched it. */
  onStored?: () => void
  /** Hears of each file that stands on the case. */
  onRegistered?: (file: PatientFile) => void
}

const onTheirWay = 'Some files have not been added to the case yet.'
const isNotAdded = (queue: UploadQueue) => queue.list().some(({ state, cut }) => state !== 'failed' || cut)

/** The intents of a queue's calls, by their words. */
const intents = new WeakMap<UploadQueue, Map<string, string>>()

/** The same for the same words: the case may have the file although the connection was lost before the answer. */
function intentOf(queue: UploadQueue, words: string): string {
  const known = intents.get(queue) ?? new Map<string, string>()
  const intent = known.get(words) ?? newIntent()
  intents.set(queue, known.set(words, intent))
  return intent
}

/** An upload queue whose files are registered with a case as soon as they have arrived (and a scan's arch is known). */
export function useCaseUploads({
  patientId,
  kind,
  scanKind,
  place = '',
  patient,
  refusesTaken,
  onStored,
  onRegistered,
}: Target): UploadQueue {
  const client = useQueryClient()
  const key = `${filesKey}${patientId}:${kind.fileType}:${scanKind ?? ''}${place}`
  const tellStored = useEffectEvent(() => onStored?.())
  const tellRegistered = useEffectEvent((file: PatientFile) => onRegistered?.(file))
  const [queue] = useState(
    () =>
      heldWork<UploadQueue>(key) ??
      new UploadQueue(kind, (query) => call(patientFiles.uploadLink, { query: { ...query, patient_id: patientId } })),
  )
  useFilesKept(key, queue, onTheirWay, isNotAdded)
  const { first_name, last_name } = patient ?? refusesTaken ?? {}
  useEffect(() => {
    if (first_name !== undefined && last_name !== undefined) queue.knowPatient({ first_name, last_name })
  }, [queue, first_name, last_name])
  useEffect(() => {
    if (!refusesTaken) return
    const type = patientFileTypes[queue.kind.fileType].id
    const files = refusesTaken.patient_files.filter((file) => file.patient_file_type_id === type)
    const names = files.map((file) => file.name)
    queue.rejectTaken((name) => keepsTakenName(name, refusesTaken, names))
  }, [queue, refusesTaken])
  useEffect(() => {
    const registering = new Set<string>()
    /** Of the files that were added together; told once, when none of them is under way any more. */
    let registered = 0
    const tell = () => {
      if (registered === 0 || registering.size > 0 || busyIn(queue) > 0) return
      tellArrived(registered)
      registered = 0
    }
    const register = async (upload: Upload) => {
      const body = {
        file_path: upload.filePath!,
        patient_id: patientId,
        patient_file_type_id: patientFileTypes[queue.kind.fileType].id,
        ...(upload.arch === 'bite'
          ? { kind: upload.arch, jaws_id: null }
          : { kind: scanKind ?? 'submission', jaws_id: upload.arch }),
        name: upload.name,
        photo_view: queue.kind.fileType === 'photo' ? guessPhotoView(upload.name, queue.whose) : null,
        check_note: upload.note,
        file_modification_date: upload.modifiedAt,
      }
      const idempotencyKey = intentOf(queue, JSON.stringify(body))
      try {
        // The bytes have arrived: a briefly unavailable server must not make them travel again.
        const store = () => call(patientFiles.storeUploadedFile, { body }, { idempotencyKey })
        const { patient_file } = await patiently(undefined, store)
        tellStored()
        queue.remove(upload.key)
        registered += 1
        await refreshShown(client, changesOf(patientFiles.storeUploadedFile))
        tellRegistered(patient_file)
      } catch (error) {
        queue.fail(upload.key, error)
      } finally {
        registering.delete(upload.key)
        tell()
      }
    }
    const registerArrived = () => {
      for (const upload of queue.list()) {
        if (!isUsable(queue, upload) || registering.has(upload.key)) continue
        registering.add(upload.key)
        void register(upload)
      }
      tell()
    }
    registerArrived()
    return queue.subscribe(registerArrived)
  }, [queue, patientId, scanKind, client])
  return queue
}
