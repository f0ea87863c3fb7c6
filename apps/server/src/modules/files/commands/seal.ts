import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import type { Db } from '../../../db/client.ts'
import { scoped } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Invalid } from '../../../kernel/errors.ts'
import type { Storage } from '../../../services/storage/index.ts'
import { purposeOf, sealUploads } from '../uploads.ts'

/** Seals the upload of a file to be added to a case, before the transaction that adds it. @throws Invalid */
export async function sealNewFile(
  db: Db,
  actor: Actor,
  storage: Storage,
  file: { patient_id: number; file_path: string; patient_file_type_id: number },
): Promise<void> {
  const owner = await scoped(db, actor.scope)
    .from('patients')
    .select('organization_id')
    .where('id', '=', file.patient_id)
    .executeTakeFirst()
  // Out of reach: adding the file reports it.
  if (!owner) return
  const upload = { file_path: file.file_path, purpose: purposeOf[file.patient_file_type_id]! }
  const problems = await sealUploads(db, storage, actor, [upload], owner.organization_id)
  if (problems.size > 0) throw new Invalid({ file_path: [...problems.values()] })
}

/** Seals the uploads of an Rx form, before the transaction that submits it. @throws Invalid, by field */
export async function sealFormFiles(
  db: Db,
  actor: Actor,
  storage: Storage,
  organizationId: number,
  form: Pick<RxFormValues, 'stl_files' | 'rx_intraoral_photos'>,
): Promise<void> {
  const fields: Record<string, string[]> = {}
  for (const [field, purpose] of [
    ['stl_files', 'scan'],
    ['rx_intraoral_photos', 'photo'],
  ] as const) {
    const uploads = form[field].map(({ file_path }) => ({ file_path, purpose }))
    const problems = await sealUploads(db, storage, actor, uploads, organizationId)
    if (problems.size > 0) fields[field] = [...problems.values()]
  }
  if (Object.keys(fields).length > 0) throw new Invalid(fields)
}

/** Seals the uploads of an old case, before the transaction that adds it. @throws Invalid */
export async function sealOldFiles(
  db: Db,
  actor: Actor,
  storage: Storage,
  organizationId: number,
  files: readonly { file_path: string }[],
): Promise<void> {
  const uploads = files.map(({ file_path }) => ({ file_path, purpose: 'scan' as const }))
  const problems = await sealUploads(db, storage, actor, uploads, organizationId)
  if (problems.size > 0) throw new Invalid({ ios_files: [...problems.values()] })
}
