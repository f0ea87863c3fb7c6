import type { CaseEventName } from '@archwire/contract/events.ts'
import { sql } from 'kysely'
import type { Trx } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import type { Actor } from './actor.ts'
import { now } from './clock.ts'

/** A past fact about a case. */
export interface CaseFact {
  event: CaseEventName
  organizationId: number
  patientId: number
  from?: string | null
  to?: string | null
  note?: string | null
  /** What auditors need besides; never shown. */
  data?: object
  /** Whether people are told by bell and mail. */
  announce?: boolean
}

/** Who acted when no person did. Such facts do not move `updated_at` (decisions §3). */
export const systemName = 'Archwire'

interface Told {
  facts: string
  at: Date
  userId: number | null
  name: string
  address: string
}

const write = prepared<Told, never>(
  'kernel.record',
  (told) => sql`
    with facts as (
      select * from jsonb_to_recordset(${told.facts}::jsonb) as f(
        organization_id int, patient_id int, event text, from_status text, to_status text, note text, data jsonb, announce boolean)
    ), told as (
      insert into case_history (at, organization_id, patient_id, user_id, user_name, event, from_status, to_status, note, data)
      select ${told.at}::timestamptz, organization_id, patient_id, ${told.userId}::int, ${told.name}, event, from_status, to_status, note, data
      from facts
      returning id, patient_id, organization_id, event
    ), audited as (
      insert into audit_log (at, user_id, organization_id, patient_id, action, address, data)
      select ${told.at}::timestamptz, ${told.userId}::int, organization_id, patient_id, 'case.' || event, ${told.address}, data from facts
    )
    insert into outbox (kind, name, payload)
    select 'job', 'case.announce', jsonb_build_object('history_id', told.id)
    from told where exists (select 1 from facts where facts.event = told.event and facts.patient_id = told.patient_id and facts.announce)
    union all
    select distinct 'event', 'patient.changed',
      jsonb_build_object('id', f.patient_id, 'organization_id', f.organization_id, 'partner', p.partner_organization_id,
        'own', jsonb_build_object('doctor', p.user_id, 'creator', p.created_by_user_id))
    from facts f join patients p on p.organization_id = f.organization_id and p.id = f.patient_id`,
)

/**
 * Writes history, audit and outbox of one change in one statement of the change's own transaction: all of it happens, or
 * nothing. The publisher turns outbox rows into jobs and realtime messages after the commit.
 */
export async function record(
  trx: Trx,
  actor: Pick<Actor, 'userId' | 'name' | 'address' | 'now'> | null,
  facts: CaseFact[],
): Promise<void> {
  const history = facts.map((fact) => ({
    organization_id: fact.organizationId,
    patient_id: fact.patientId,
    event: fact.event,
    from_status: fact.from ?? null,
    to_status: fact.to ?? null,
    note: fact.note ?? null,
    data: fact.data ?? null,
    announce: fact.announce ?? false,
  }))
  await write(trx, {
    facts: JSON.stringify(history),
    at: actor?.now ?? now(),
    userId: actor?.userId ?? null,
    name: actor?.name ?? systemName,
    address: actor?.address ?? '',
  })
}
