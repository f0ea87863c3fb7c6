import { keepsTakenName, takenNameMessage } from '@archwire/contract/patient-files/file-names.ts'
import {
  bothArches,
  type FileKind,
  mostOfCase,
  patientFileTypes,
  type PhotoView,
} from '@archwire/contract/patient-files/types.ts'
import { openStatuses } from '@archwire/contract/core/statuses.ts'
import { flawedTrayStatuses } from '@archwire/contract/flawed-trays/lifecycle.ts'
import { flawedTrays } from '@archwire/contract/flawed-trays/routes.ts'
import { customerRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { scoped } from '../../../db/scope.ts'
import { ids } from '../../../db/ids.ts'
import { holds, type Actor } from '../../../kernel/actor.ts'
import { Conflict, Invalid } from '../../../kernel/errors.ts'
import { nameOnCase } from '../names.ts'
import { registerFiles } from '../uploads.ts'
import { lockCase, type CaseFacts, conclude, permit, setCase } from '../../case-core/index.ts'

interface FileInput {
  file_path: string
  patient_id: number
  patient_file_type_id: number
  kind: FileKind
  jaws_id: number | null
  name: string
  caption: string
  photo_view?: PhotoView | null
  check_note?: string
  file_modification_date: string | null
}

/** File types that require a permission of their own, besides that to add files. */
const asksMore: Record<number, 'add_ios' | 'add_report'> = {
  [patientFileTypes.ios.id]: 'add_ios',
  [patientFileTypes.analysis_report.id]: 'add_report',
}

const biteLimit = { most: mostOfCase.bite, what: 'bite scans' }
const limits: Record<number, { most: number; what: string }> = {
  [patientFileTypes.ios.id]: { most: mostOfCase.ios, what: 'IOS files' },
  [patientFileTypes.stl.id]: { most: mostOfCase.stl, what: 'STL files' },
  [patientFileTypes.photo.id]: { most: mostOfCase.photo, what: 'photos' },
  [patientFileTypes.analysis_report.id]: { most: mostOfCase.report, what: 'analysis reports' },
}

/**
 * Registers an uploaded file on a case. A setup scan replaces the one of the same arch; a bite scan counts for itself.
 * Returns the file's id.
 */
export async function addFile(trx: Trx, actor: Actor, input: FileInput): Promise<number> {
  const facts = await lockCase(trx, actor.scope, { patient: input.patient_id })
  const isStl = input.patient_file_type_id === patientFileTypes.stl.id
  const setup = isStl && input.kind === 'setup'
  const bite = isStl && input.kind === 'bite'
  const correction = isStl && input.kind === 'correction'
  permit(
    actor,
    facts,
    setup ? 'add_setup' : correction ? 'add_correction' : (asksMore[input.patient_file_type_id] ?? 'add_files'),
  )
  if (isStl && !bite && input.jaws_id === null) throw new Invalid({ jaws_id: ['Required'] })
  if (input.photo_view && input.patient_file_type_id !== patientFileTypes.photo.id)
    throw new Invalid({ photo_view: ['Only photos have a view.'] })
  // A replaced file frees its name.
  if (setup) await replaceSetup(trx, actor, facts, input.jaws_id!)
  const present = await scoped(trx, actor.scope)
    .from('patient_files')
    .select(['id', 'name', 'kind', 'jaws_id', 'patient_file_type_id'])
    .where('patient_id', '=', facts.id)
    .where('patient_file_type_id', '=', input.patient_file_type_id)
    .execute()
  // Those of the Rx form count, setups and corrections do not.
  const limit = setup || correction ? undefined : bite ? biteLimit : limits[input.patient_file_type_id]
  const counted = present.filter(({ kind }) =>
    bite ? kind === 'bite' : kind !== 'setup' && kind !== 'bite' && kind !== 'correction',
  )
  if (limit && counted.length >= limit.most) throw new Conflict(`A case can have at most ${limit.most} ${limit.what}.`)
  const names = await namesOf(trx, facts)
  const taken = present.map((file) => file.name)
  // Photos, setups and corrections get an index instead: cameras and programs give one name to several of them.
  const isPhoto = input.patient_file_type_id === patientFileTypes.photo.id
  if (!isPhoto && !setup && !correction && keepsTakenName(input.name, names, taken))
    throw new Conflict(takenNameMessage)
  const name = nameOnCase(input.name, names, taken)
  const [id] = await registerFiles(trx, actor, { organizationId: facts.organization_id, patientId: facts.id }, [
    { ...input, name, kind: isStl ? input.kind : null, jaws_id: bite ? bothArches : input.jaws_id },
  ])
  await setCase(trx, actor, facts, {})
  const corrects = correction ? await correctedTray(trx, facts, input.jaws_id!) : undefined
  await conclude(
    trx,
    actor,
    facts,
    corrects
      ? {
          event: 'correction_uploaded',
          note: name,
          data: { ...corrects, kind: 'flawed_tray', patient_file_id: id },
          // Who may correct the tray with it decides at once.
          announce: !holds(actor, flawedTrays.corrected.needs, facts.organization_id),
        }
      : {
          event: setup ? 'setup_uploaded' : 'file_added',
          note: bite ? `Bite scan: ${name}` : correction ? `Correction: ${name}` : name,
        },
  )
  return id!
}

/** The request, and the tray if it is only one, that wait for a corrected file of these arches (`corrections/waits`). */
async function correctedTray(trx: Trx, facts: CaseFacts, jaws: number) {
  const { rows } = await sql<{ request_id: number; flawed_tray_id: number }>`
    select t.customer_request_id as request_id, t.id as flawed_tray_id from flawed_trays t
    join customer_requests q on q.organization_id = t.organization_id and q.id = t.customer_request_id
    where t.organization_id = ${facts.organization_id} and t.patient_id = ${facts.id} and (${jaws} = ${bothArches} or t.jaw_type_id = ${jaws})
      and t.status_id in (${ids(...openStatuses(flawedTrayStatuses))}) and q.status_id = ${ids(customerRequestStatuses.pending)}`.execute(
    trx,
  )
  const [tray, other] = rows
  return tray && (other ? { request_id: tray.request_id } : tray)
}

/** What a file name may be derived from. */
const namesOf = async (trx: Trx, facts: CaseFacts) => {
  const { rows } = await sql<{
    case_number_text: string
  }>`select case_number_text from patients where organization_id = ${facts.organization_id} and id = ${facts.id}`.execute(
    trx,
  )
  return { first_name: facts.first_name, last_name: facts.last_name, case_number_text: rows[0]!.case_number_text }
}

/** Takes setup scans of the same arch off the case; "both" overlaps with either arch. The replaced files stay stored. */
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
