import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import type { Serve } from '../../http/serve.ts'
import type { Storage } from '../../services/storage/index.ts'
import { createUpload } from './uploads.ts'
import { addFile, sealNewFile } from './commands/add.ts'
import { permit } from '../case-core/index.ts'
import { getCase } from '../cases/index.ts'

/** Files come to a case by link, PUT and registration (decisions §9). */
export function caseFileRoutes(serve: Serve, storage: Storage): void {
  serve(patientFiles.uploadLink, async ({ db, actor, query: { patient_id, ...wish } }) => {
    const { facts } = await getCase(db, actor, storage, { patient: patient_id })
    permit(actor, facts, 'add_files')
    return createUpload(db, storage, actor, { ...wish, organizationId: facts.organization_id, patientId: patient_id })
  })

  serve(
    patientFiles.storeUploadedFile,
    async ({ trx, actor, body }) => {
      const id = await addFile(trx, actor, body)
      const { patient } = await getCase(trx, actor, storage, { patient: body.patient_id })
      return {
        patient_file: patient.patient_files.find((file) => file.id === id)!,
        message: 'The file was uploaded successfully.',
      }
    },
    ({ db, actor, body }) => sealNewFile(db, actor, storage, body),
  )
}
