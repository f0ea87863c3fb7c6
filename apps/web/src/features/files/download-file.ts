import { patientFiles } from '@archwire/contract/client/patient-files'
import { call } from '../../lib/api.ts'
import { downloadFrom } from '../../lib/download-from.ts'

/** Hands a file out as it was uploaded. */
export const downloadFile = (id: number): Promise<void> =>
  downloadFrom(() => call(patientFiles.downloadLink, { params: { id } }))
