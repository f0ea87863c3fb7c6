import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import type { Serve } from '../../http/serve.ts'
import type { Storage } from '../../services/storage/index.ts'
import { permit, readCase } from '../case-core/index.ts'
import { addFile } from './commands/add.ts'
import { describePhoto } from './commands/describe.ts'
import { giveDownloadLink } from './commands/download.ts'
import { removeFile } from './commands/remove.ts'
import { sealNewFile } from './commands/seal.ts'
import { getFile, listFiles, listImages } from './queries.ts'
import { createUpload } from './uploads.ts'

/** Files come to a case by link, PUT and registration (`scans/three-steps`), and leave by a link to the original bytes. */
export function fileRoutes(serve: Serve, storage: Storage): void {
  serve(patientFiles.list, async ({ db, actor, query, logRead }) => {
    const page = await listFiles(db, actor, storage, query)
    logRead(...new Set(page.patient_files.map(({ patient_id }) => patient_id)))
    return page
  })
  serve(patientFiles.images, async ({ db, actor, params, logRead }) => {
    logRead(params.id)
    return { images: await listImages(db, actor, storage, params.id) }
  })
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
  serve(patientFiles.update, async ({ trx, actor, params, body }) => {
    await describePhoto(trx, actor, params.id, body)
    return { patient_file: await getFile(trx, actor, storage, params.id), message: 'The photo is saved.' }
  })
  serve(patientFiles.remove, async ({ trx, actor, params }) => {
    await removeFile(trx, actor, params.id)
    return { message: 'The file is deleted.' }
  })
  serve(patientFiles.downloadLink, async ({ db, actor, params, logRead }) => {
    const { url, patientId } = await giveDownloadLink(db, actor, storage, params.id)
    logRead(patientId)
    return { url }
  })
}
