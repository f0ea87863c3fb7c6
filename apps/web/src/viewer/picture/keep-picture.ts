import { patientFiles } from '@archwire/contract/client/patient-files'
import { patients } from '@archwire/contract/client/patients'
import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { call, newIntent } from '../../lib/api.ts'
import { patiently } from '../../lib/upload/put-file.ts'
import { sendFile } from '../../lib/upload/send-file.ts'

/** Adds a picture to the photos of a case, like any other photo; returns its id. */
export async function keepPicture(patientId: number, picture: Blob, name: string, caption: string): Promise<number> {
  const file_path = await sendFile(new File([picture], name, { type: picture.type }), 'photo', {
    getLink: (query) => call(patientFiles.uploadLink, { query: { ...query, patient_id: patientId } }),
    signal: new AbortController().signal,
  })
  const body = { file_path, patient_id: patientId, patient_file_type_id: patientFileTypes.photo.id, name, caption }
  const idempotencyKey = newIntent()
  const store = () => call(patientFiles.storeUploadedFile, { body }, { idempotencyKey })
  return (await patiently(undefined, store)).patient_file.id
}

/** Whether the person may add files to a case now; others do not get the option. */
export async function mayKeepPicture(patientId: number): Promise<boolean> {
  const { patient } = await call(patients.get, { params: { id: patientId } })
  return patient.can.add_files
}
