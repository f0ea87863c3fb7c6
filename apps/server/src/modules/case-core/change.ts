import { caseLifecycle, patientStatuses, type PatientStatus } from '@archwire/contract/patients/lifecycle.ts'
import { rxFormLifecycle, rxFormStatuses, type RxFormStatus } from '@archwire/contract/rx-forms/lifecycle.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { permit as permitBy } from '../../kernel/errors.ts'
import { move } from '../../kernel/move.ts'
import { refreshCaseRows } from './case-row.sql.ts'
import type { CaseFacts } from './facts.ts'
import { may } from './policy.ts'
import { recordOfCases, type CaseActivity } from './record.sql.ts'
import { blocked } from './rules.ts'
import { caseIs, rxFormIs } from './status-words.ts'

/**
 * Refuses in the fixed order (`calls/refusals`): 403 by policy, then 409 by state, with the text that the button would
 * have shown.
 */
export function permit(actor: Actor, facts: CaseFacts, action: keyof typeof may): void {
  permitBy(may[action](actor, facts), blocked[action](facts, actor))
}

interface CaseChange {
  status?: PatientStatus
  setup_completed_at?: Date | null
  completed_at?: Date | null
  changes_asked_at?: Date | null
  is_on_hold?: boolean
  deleted_at?: Date | null
}
interface RxChange {
  status?: RxFormStatus
  ready_at?: Date | null
  completed_at?: Date | null
  cancelled_at?: Date
}

/** Writes the new state of a case and its Rx form in one statement; the row is locked by the caller. */
export async function setCase(
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  change: CaseChange,
  rx: RxChange = {},
): Promise<void> {
  const set = (values: Record<string, unknown>) =>
    sql.join(
      Object.entries(values)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    )
  const patient = {
    patient_status_id: change.status && patientStatuses[change.status].id,
    status_updated_at: change.status && actor.now,
    setup_completed_at: change.setup_completed_at,
    completed_at: change.completed_at,
    changes_asked_at: change.changes_asked_at,
    is_on_hold: change.is_on_hold,
    deleted_at: change.deleted_at,
    updated_at: actor.now,
  }
  const form = {
    status_id: rx.status && rxFormStatuses[rx.status].id,
    status_updated_at: rx.status && actor.now,
    ready_at: rx.ready_at,
    completed_at: rx.completed_at,
    cancelled_at: rx.cancelled_at,
  }
  const changesForm = Object.values(form).some((value) => value !== undefined)
  await sql`
    with p as (update patients set ${set(patient)} where organization_id = ${facts.organization_id} and id = ${facts.id})
    ${changesForm ? sql`update rx_forms set ${set(form)} where organization_id = ${facts.organization_id} and id = ${facts.rx_form_id}` : sql`select 1`}`.execute(
    trx,
  )
}

/**
 * Moves a case and its Rx form by the event that both life cycles have; `set` and `rx` are the other columns to change.
 * Returns the new state of the case. @throws Conflict
 */
export async function transition(
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  event: 'start_work' | 'mark_as_ready' | 'request_changes',
  set: Omit<CaseChange, 'status'> = {},
  rx: Omit<RxChange, 'status'> = {},
): Promise<PatientStatus> {
  const status = move(caseLifecycle, facts.status, event, caseIs)
  const form = move(rxFormLifecycle, facts.rx_status ?? 'new', event, rxFormIs)
  await setCase(trx, actor, facts, { ...set, status }, { ...rx, status: form })
  return status
}

/** What happened to a case, as its history words it. */
export type CaseEvent = Omit<CaseActivity, 'subject' | 'id' | 'organizationId'>
type CaseKey = Pick<CaseFacts, 'id' | 'organization_id'>

/**
 * Writes history, audit and outbox for a change that does not affect the case's ready row. Without an actor, the system
 * did it.
 */
export async function recordOnCase(
  trx: Trx,
  actor: Actor | null,
  { id, organization_id }: CaseKey,
  ...events: CaseEvent[]
): Promise<void> {
  const about = { subject: 'case', id, organizationId: organization_id } as const
  await recordOfCases(
    trx,
    actor,
    events.map((event) => ({ ...event, ...about })),
  )
}

/** Ends every change of a case: history, audit, outbox, and the ready row of the lists. */
export async function conclude(trx: Trx, actor: Actor | null, about: CaseKey, ...events: CaseEvent[]): Promise<void> {
  await recordOnCase(trx, actor, about, ...events)
  await refreshCaseRows(trx, [about.id])
}
