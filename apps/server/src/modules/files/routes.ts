import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import type { Serve } from '../../http/serve.ts'
import { scoped } from '../../db/scope.ts'
import { NotFound } from '../../kernel/errors.ts'
import { record } from '../../kernel/record.ts'
import type { Storage } from '../../services/storage/index.ts'

/** The original bytes of a file; adding files is a matter of the case (cases/file-routes.ts). */
export function fileRoutes(serve: Serve, storage: Storage): void {
  serve(patientFiles.downloadLink, async ({ db, actor, params, showed }) => {
    const file = await scoped(db, actor.scope)
      .from('patient_files')
      .select(['organization_id', 'patient_id', 'storage_key', 'name'])
      .where('id', '=', params.id)
      .executeTakeFirst()
    if (!file) throw new NotFound('This file')
    showed(file.patient_id)
    // Whoever has the link has the bytes: it is the download that an auditor looks for.
    await record(db, actor, [
      {
        subject: 'file',
        id: params.id,
        organizationId: file.organization_id,
        patientId: file.patient_id,
        event: 'downloaded',
        data: { patient_file_id: params.id },
      },
    ])
    return { url: await storage.getLink(file.storage_key, { type: 'application/octet-stream', fileName: file.name }) }
  })
}
