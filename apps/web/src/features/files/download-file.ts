import { patientFiles } from '@archwire/contract/client/patient-files'
import { call, messageOf } from '../../lib/api.ts'
import { toast } from '../../lib/toast.ts'

/** Hands a file out as it was uploaded. The link is valid for five minutes, so it is requested when it is needed. */
export async function downloadFile(id: number): Promise<void> {
  try {
    const { url } = await call(patientFiles.downloadLink, { params: { id } })
    const link = document.createElement('a')
    link.href = url
    link.download = ''
    link.click()
  } catch (error) {
    toast.error(messageOf(error))
  }
}
