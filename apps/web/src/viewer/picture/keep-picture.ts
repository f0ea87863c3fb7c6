import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { askApi, newIntent, STRANGE } from '../case-api.ts'
import { isRecord, LoadingError } from '../scene-api.ts'

/**
 * Keeps a picture among the photos of a case: link, bytes, registration, as the case page does.
 * @throws {LoadingError} with the server's own words where it gave some
 */
export async function keepPicture(patientId: number, picture: Blob, name: string, caption: string): Promise<void> {
  const wish = new URLSearchParams({
    name,
    size: String(picture.size),
    type: picture.type,
    sha256: await sha256(picture),
    purpose: 'photo',
    patient_id: String(patientId),
  })
  const { url, file_path } = await askApi(`patient_files/upload_link?${wish}`, 'GET')
  if (typeof url !== 'string') throw new LoadingError(STRANGE)
  const put = await fetch(url, { method: 'PUT', body: picture, headers: { 'content-type': picture.type } }).catch(
    () => null,
  )
  if (!put?.ok) throw new LoadingError('The picture did not arrive. Check the connection and try again.')
  await askApi(
    'patient_files/store_uploaded_file',
    'POST',
    { file_path, patient_id: patientId, patient_file_type_id: patientFileTypes.photo.id, name, caption },
    newIntent(),
  )
}

/** Whether the person may add files to a case now; who may not is not offered to. */
export async function mayKeepPicture(patientId: number): Promise<boolean> {
  const { patient } = await askApi(`patients/${patientId}`, 'GET')
  return isRecord(patient) && isRecord(patient['can']) && patient['can']['add_files'] === true
}

/** 64 hexadecimal digits. */
async function sha256(bytes: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
