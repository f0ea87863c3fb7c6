import { patientFiles } from '@archwire/contract/client/patient-files'
import { patientFileTypes, type ScanKind } from '@archwire/contract/patient-files/types.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, messageOf, newIntent } from '../../lib/api.ts'
import { changesOf, refreshShown } from '../../lib/refresh-shown.ts'
import { toast } from '../../lib/toast.ts'
import { patiently } from '../../lib/upload/put-file.ts'
import type { UploadKind } from './upload-kinds.ts'
import { isUsable } from './read-queue.ts'
import { UploadQueue, type Upload } from './upload-queue.ts'

interface Target {
  patientId: number
  kind: UploadKind
  /** Of scans: what they belong to. */
  scanKind?: ScanKind
}

/** An upload queue whose files are registered with a case as soon as they have arrived (and a scan's arch is known). */
export function useCaseUploads({ patientId, kind, scanKind }: Target): UploadQueue {
  const client = useQueryClient()
  const [queue] = useState(
    () =>
      new UploadQueue(kind, (query) => call(patientFiles.uploadLink, { query: { ...query, patient_id: patientId } })),
  )
  useEffect(() => {
    const registering = new Set<string>()
    /** Of those that arrive together; the last one's end is told. */
    let registered = 0
    const register = async (upload: Upload) => {
      const body = {
        file_path: upload.filePath!,
        patient_id: patientId,
        patient_file_type_id: queue.kind.purpose === 'photo' ? patientFileTypes.photo.id : patientFileTypes.stl.id,
        kind: scanKind ?? 'submission',
        jaws_id: upload.arch,
        name: upload.name,
        check_note: upload.note,
        file_modification_date: upload.modifiedAt,
      }
      const idempotencyKey = newIntent()
      try {
        // The bytes have arrived: a briefly unavailable server must not make them travel again.
        await patiently(undefined, () => call(patientFiles.storeUploadedFile, { body }, { idempotencyKey }))
        queue.remove(upload.key)
        registered += 1
        await refreshShown(client, changesOf(patientFiles.storeUploadedFile))
      } catch (error) {
        queue.fail(upload.key, messageOf(error))
      } finally {
        registering.delete(upload.key)
        if (registering.size === 0 && registered > 0) {
          toast.success(
            registered === 1 ? 'The file was uploaded successfully.' : 'The files were uploaded successfully.',
          )
          registered = 0
        }
      }
    }
    return queue.subscribe(() => {
      for (const upload of queue.list()) {
        if (!isUsable(queue, upload) || registering.has(upload.key)) continue
        registering.add(upload.key)
        void register(upload)
      }
    })
  }, [queue, patientId, scanKind, client])
  return queue
}
