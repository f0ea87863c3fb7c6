import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import type { Serve } from '../../http/serve.ts'
import type { Storage } from '../../services/storage/index.ts'
import { giveDownloadLink } from './commands/download.ts'

/** The original bytes of a file; adding files is a matter of the case (case-routes.ts). */
export function fileRoutes(serve: Serve, storage: Storage): void {
  serve(patientFiles.downloadLink, async ({ db, actor, params, showed }) => {
    const { url, patientId } = await giveDownloadLink(db, actor, storage, params.id)
    showed(patientId)
    return { url }
  })
}
