import type { Contract } from '@archwire/contract/contracts/schema.ts'
import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import type { TodayKind } from '@archwire/contract/today/lists.ts'
import type { TodayItem } from '@archwire/contract/today/routes.ts'
import type { WorkflowKind } from '@archwire/contract/workflow-kinds.ts'
import type { Actor } from '../../kernel/actor.ts'
import { excerptOf } from '../../kernel/excerpt.ts'

/** What a hold asks and since when, and when the print of a case arrives. */
export interface MoreOfCase {
  note: string | null
  held_at: string | null
  arrives_on: string | null
}

/** The work that a case waits for: a correction, before it the open print, before it the setup. */
function currentWork(row: PatientSummary): { kind: WorkflowKind; state: string; since: string } | null {
  const { initial_case_setup, printing_request, flawed_tray } = row.workflow_data
  const [kind, work] = row.has_pending_flawed_tray_request
    ? (['flawed_tray', flawed_tray] as const)
    : printing_request
      ? (['printing_request', printing_request] as const)
      : (['initial_case_setup', initial_case_setup] as const)
  return work ? { kind, state: work.next_step?.process ?? work.status.label, since: work.status_updated_at } : null
}

/** A case as a line of what waits: who, since when or by which day, and why (`today/lines`). */
export function presentCase(
  actor: Actor,
  kind: TodayKind,
  row: PatientSummary,
  more: MoreOfCase | undefined,
): TodayItem {
  const work = actor.isManagement ? currentWork(row) : null
  const sinceOf = {
    to_approve: row.setup_completed_at,
    questions: more?.held_at,
    stuck: work?.since,
    unassigned: work?.since,
  }
  const dayOf = { arriving: more?.arrives_on, overdue: row.ship_date, late: row.ship_date, at_risk: row.ship_date }
  return {
    id: row.id,
    name: row.formatted_name,
    code: row.case_number_text || row.case_code,
    practice: actor.isManagement ? row.organization.name : '',
    since: (kind in sinceOf && sinceOf[kind as keyof typeof sinceOf]) || null,
    day: (kind in dayOf && dayOf[kind as keyof typeof dayOf]) || null,
    note: kind === 'questions' && more?.note ? excerptOf(more.note, 160) : null,
    work: work?.kind ?? null,
    state: work ? work.state : row.patient_status.label,
  }
}

/** A subscription that is not paid, as a line of what waits; `day`: when its oldest unpaid invoice was due. */
export const presentDebt = (contract: Contract, day: string | null): TodayItem => ({
  id: contract.id,
  name: contract.organization.name,
  code: contract.organization.account_number,
  practice: '',
  since: null,
  day,
  note: contract.worst_order_status,
  work: null,
  state: null,
})
