import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/client.ts'
import { scoped } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Conflict, Invalid } from '../../../kernel/errors.ts'
import type { Storage } from '../../../services/storage/index.ts'
import { nameOnCase } from '../names.ts'
import { purposeOf, registerFiles, sealUploads } from '../uploads.ts'
import { lockCase, type CaseFacts, conclude, permit, setCase } from '../../case-core/index.ts'

interface FileInput {
  file_path: string
  patient_id: number
  patient_file_type_id: number
  kind: 'submission' | 'setup' | 'correction'
  jaws_id: number | null
  name: string
  caption: string
  check_note?: string
  file_modification_date: string | null
}

/** STL files on a case besides the intake form's; setup files are not counted (2 §5, decisions §9). */
const maxStlFiles = 20

/** Kinds of files that not everybody who adds files may add. */
const asksMore: Record<number, 'add_ios' | 'add_report'> = {
  [patientFileTypes.ios.id]: 'add_ios',
  [patientFileTypes.analysis_report.id]: 'add_report',
}

/** Registers an uploaded file on a case. A setup scan replaces the one of the same arch. Answers the file's id. */
export async function addFile(trx: Trx, actor: Actor, input: FileInput): Promise<number> {
  const facts = await lockCase(trx, actor.scope, { patient: input.patient_id })
  const isStl = input.patient_file_type_id === patientFileTypes.stl.id
  const setup = isStl && input.kind === 'setup'
  permit(actor, facts, setup ? 'add_setup' : (asksMore[input.patient_file_type_id] ?? 'add_files'))
  if (isStl && input.jaws_id === null) throw new Invalid({ jaws_id: ['Required'] })
  const present = await scoped(trx, actor.scope)
    .from('patient_files')
    .select(['id', 'name', 'kind', 'jaws_id', 'patient_file_type_id'])
    .where('patient_id', '=', facts.id)
    .where('patient_file_type_id', '=', input.patient_file_type_id)
    .execute()
  if (isStl && !setup && present.filter((file) => file.kind !== 'setup').length >= maxStlFiles)
    throw new Conflict(`A case holds at most ${maxStlFiles} STL files.`)
  if (setup) await replaceSetup(trx, actor, facts, input.jaws_id!)
  const name = nameOnCase(
    input.name,
    await namesOf(trx, facts),
    present.map((file) => file.name),
  )
  const [id] = await registerFiles(trx, actor, { organizationId: facts.organization_id, patientId: facts.id }, [
    { ...input, name, kind: isStl ? input.kind : null },
  ])
  await setCase(trx, actor, facts, {})
  await conclude(trx, actor, facts, { event: setup ? 'setup_uploaded' : 'file_added', note: name })
  return id!
}

const namesOf = async (trx: Trx, facts: CaseFacts) => {
  const { rows } = await sql<{
    case_number_text: string
  }>`select case_number_text from patients where organization_id = ${facts.organization_id} and id = ${facts.id}`.execute(
    trx,
  )
  return { first_name: facts.first_name, last_name: facts.last_name, case_number_text: rows[0]!.case_number_text }
}

/** One setup scan per arch; "both" stands for all. The replaced file stays stored, out of the case. */
async function replaceSetup(trx: Trx, actor: Actor, facts: CaseFacts, jaws: number): Promise<void> {
  await scoped(trx, actor.scope)
    .update('patient_files')
    .set({ deleted_at: actor.now, viewer_id: null })
    .where('patient_id', '=', facts.id)
    .where('kind', '=', 'setup')
    .where('deleted_at', 'is', null)
    .where('jaws_id', 'in', jaws === 3 ? [1, 2, 3] : [jaws, 3])
    .execute()
}

/** Closes the upload of a file that is to be added to a case, before the transaction that adds it. @throws Invalid */
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
  // Out of reach: adding the file says so.
  if (!owner) return
  const upload = { file_path: file.file_path, purpose: purposeOf[file.patient_file_type_id]! }
  const problems = await sealUploads(db, storage, actor, [upload], owner.organization_id)
  if (problems.size > 0) throw new Invalid({ file_path: [...problems.values()] })
}

/** Closes the uploads that an Rx form brings, before the transaction that submits it. @throws Invalid, by field */
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
