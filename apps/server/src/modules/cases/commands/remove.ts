import type { Trx } from '../../../db/client.ts'
import { scoped } from '../../../db/scope.ts'
import type { TenantTable, tenants } from '../../../db/tenant-tables.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { forgetDetails } from '../../../kernel/audit.ts'
import { Invalid } from '../../../kernel/errors.ts'
import { oneSpace } from '../../../kernel/excerpt.ts'
import { fullNameOf, lockCase, permit, recordOnCase, type CaseFacts } from '../../case-core/index.ts'
import { refuseWhileCharged } from '../../charges/index.ts'
import { removeFiles } from '../../files/index.ts'
import { forgetReminders } from '../reminders.ts'

type Tables = typeof tenants
type TableOfCase = { [T in TenantTable]: Tables[T]['reach'] extends 'case' ? T : never }[TenantTable]

/**
 * Every table of what belongs to a case: what refers to others first. One that is missing here does not compile. Steps of
 * work and items of prints have no case of their own, and go with their parents, before them.
 */
const leavesFirst = {
  tech_workflows: true,
  printing_requests: true,
  // After the items and before the requests and files that they name.
  flawed_trays: true,
  customer_requests: true,
  case_tray_cases: true,
  bite_places: true,
  bites: true,
  measurement_points: true,
  measurements: true,
  message_photos: true,
  message_recipients: true,
  // Before the comments, files and holds that they name.
  messages: true,
  pins: true,
  share_links: true,
  setup_looks: true,
  case_seals: true,
  on_hold_notes: true,
  treatment_notes: true,
  patient_files: true,
  // Mails about an entry go with it, by their foreign key.
  case_history: true,
  rx_form_reads: true,
  rx_form_revisions: true,
  rx_forms: true,
} satisfies Record<TableOfCase, true>

/**
 * Deletes an archived case for good (`cases/delete`): person, form, files, notes, work and messages. The audit log keeps
 * ids, and invoices that closed what it cost; a job removes the bytes. @throws Conflict, Invalid
 */
export async function removeCase(trx: Trx, actor: Actor, patientId: number, fullName: string): Promise<void> {
  const facts = await lockCase(trx, actor.scope, { patient: patientId })
  permit(actor, facts, 'remove')
  await refuseWhileCharged(trx, facts)
  if (oneSpace(fullName) !== oneSpace(fullNameOf(facts)))
    throw new Invalid({ full_name: ['Type the patient’s name exactly as shown.'] })
  // Before the rest: the event for open pages needs the case's row, and the history entry is deleted with the others.
  await recordOnCase(trx, actor, facts, { event: 'deleted' })
  await forgetReminders(trx, facts)
  await removeFiles(trx, facts)
  await removeRows(trx, actor, facts)
  await forgetDetails(trx, facts.id)
}

async function removeRows(
  trx: Trx,
  actor: Actor,
  { id, organization_id }: Pick<CaseFacts, 'id' | 'organization_id'>,
): Promise<void> {
  const within = scoped(trx, actor.scope)
  const idsOf = (table: 'tech_workflows' | 'printing_requests') =>
    within.from(table).select('id').where('organization_id', '=', organization_id).where('patient_id', '=', id)
  await within
    .remove('tech_workflow_processes')
    .where('organization_id', '=', organization_id)
    .where('tech_workflow_id', 'in', idsOf('tech_workflows'))
    .execute()
  await within
    .remove('printing_request_items')
    .where('organization_id', '=', organization_id)
    .where('printing_request_id', 'in', idsOf('printing_requests'))
    .execute()
  for (const table of [...Object.keys(leavesFirst), 'case_rows'] as (TableOfCase | 'case_rows')[])
    await within
      .remove(table as 'pins')
      .where('organization_id', '=', organization_id)
      .where('patient_id', '=', id)
      .execute()
  await within.remove('patients').where('organization_id', '=', organization_id).where('id', '=', id).execute()
}
