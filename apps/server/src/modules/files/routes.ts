import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import type { Serve } from '../../http/serve.ts'
import type { Storage } from '../../services/storage/index.ts'
import { permit, readCase } from '../case-core/index.ts'
import { addFile } from './commands/add.ts'
import { giveDownloadLink } from './commands/download.ts'
import { sealNewFile } from './commands/seal.ts'
import { getFile } from './queries.ts'
import { createUpload } from './uploads.ts'

/** Files come to a case by link, PUT and registration (`scans/three-steps`), and leave by a link to the original bytes. */
export function fileRoutes(serve: Serve, storage: Storage): void {
  serve(patientFiles.uploadLink, async ({ db, actor, query: { patient_id, ...requested } }) => {
    const facts = await readCase(db, actor.scope, { patient: patient_id })
    permit(actor, facts, 'add_files')
    return createUpload(db, storage, actor, {
      ...requested,
      organizationId: facts.organization_id,
      patientId: patient_id,
    })
  })
  serve(patientFiles.storeUploadedFile, {
    prepare: ({ db, actor, body }) => sealNewFile(db, actor, storage, body),
    handle: async ({ trx, actor, body }) => {
      const id = await addFile(trx, actor, body)
      return {
        patient_file: await getFile(trx, actor, storage, id),
        message: 'The file was uploaded successfully.',
      }
    },
  })
  serve(patientFiles.downloadLink, async ({ db, actor, params, logRead }) => {
    const { url, patientId } = await giveDownloadLink(db, actor, storage, params.id)
    logRead(patientId)
    return { url }
  })
}
