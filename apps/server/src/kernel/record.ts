import { subjects, type EventOf, type Recorded } from '@archwire/contract/subjects.ts'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import { labScope, rows } from '../db/scope.ts'
import type { Actor } from './actor.ts'
import { auditRows } from './audit.ts'
import { now } from './clock.ts'

/** A past fact about a record. */
export interface FactAbout<S extends Recorded> {
  subject: S
  id: number | null
  /** Whose the record is; null for the lab's own and for people. */
  organizationId: number | null
  event: EventOf<S>
  /** The case that the record hangs on, if it hangs on one. */
  patientId?: number
  /** What auditors need besides; never shown. */
  data?: object | null
  outcome?: 'done' | 'denied'
}

/** A past fact about a case, which its history shows. */
export interface CaseFact extends FactAbout<'case'> {
  id: number
  organizationId: number
  from?: string | null
  to?: string | null
  note?: string | null
  /** Whether people are told by bell and mail. */
  announce?: boolean
}
export type Fact = CaseFact | { [S in Exclude<Recorded, 'case'>]: FactAbout<S> }[Exclude<Recorded, 'case'>]

/** Who acted when no person did. Such facts do not move `updated_at` (`organizations/latest`). */
export const systemName = 'Archwire'

type Audience = NonNullable<(typeof subjects)[Recorded]['changed']>['hears']

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
      select * from jsonb_to_recordset(${told.facts}::jsonb) as f(subject text, id bigint, organization_id int, patient_id int,
        event text, from_status text, to_status text, note text, data jsonb, outcome text, announce boolean, changed text, hears jsonb)
    ), told as (
      insert into case_history (at, organization_id, patient_id, user_id, user_name, event, from_status, to_status, note, data)
      select ${told.at}::timestamptz, organization_id, patient_id, ${told.userId}::int, ${told.name}, event, from_status, to_status, note, data
      from facts where subject = 'case'
      returning id, patient_id, organization_id, event
    ), audited as (
      ${auditRows(
        { at: sql`${told.at}`, userId: sql`${told.userId}`, address: sql`${told.address}` },
        sql`select subject, id, organization_id, patient_id, event, outcome, data from facts`,
      )}
    )
    insert into outbox (kind, name, payload)
    select 'job', 'case.announce', jsonb_build_object('history_id', told.id)
    from told where exists (select 1 from facts where facts.event = told.event and facts.patient_id = told.patient_id and facts.announce)
    union all
    select distinct 'event', f.changed,
      jsonb_build_object('id', f.id, 'organization_id', f.organization_id, 'partner', p.partner_organization_id,
        'own', jsonb_build_object('doctor', p.user_id, 'creator', p.created_by_user_id))
    from facts f join ${rows(labScope, 'patients', 'p')} on p.organization_id = f.organization_id and p.id = f.patient_id where f.subject = 'case'
    union all
    select distinct 'event', f.changed, jsonb_build_object('id', f.id, 'partner', o.third_party_partner_id) || f.hears
    from facts f left join organizations o on o.id = f.organization_id where f.subject <> 'case' and f.changed is not null`,
)

/**
 * Writes audit and outbox of one change, and a case's history, in one statement of the change's own transaction: all of it
 * happens, or nothing. The publisher turns outbox rows into jobs and realtime messages after the commit.
 */
export async function record(
  db: Db,
  actor: (Pick<Actor, 'address' | 'now'> & { userId: number | null; name?: string }) | null,
  facts: Fact[],
): Promise<void> {
  await write(db, {
    facts: JSON.stringify(facts.map(rowOf)),
    at: actor?.now ?? now(),
    userId: actor?.userId ?? null,
    name: actor?.name ?? systemName,
    address: actor?.address ?? '',
  })
}

function rowOf(fact: Fact) {
  const { changed } = subjects[fact.subject]
  const about = fact.subject === 'case' ? fact : undefined
  return {
    subject: fact.subject,
    id: fact.id,
    organization_id: fact.organizationId,
    patient_id: about?.id ?? fact.patientId ?? null,
    event: fact.event,
    from_status: about?.from ?? null,
    to_status: about?.to ?? null,
    note: about?.note ?? null,
    data: fact.data ?? null,
    outcome: fact.outcome ?? 'done',
    announce: about?.announce ?? false,
    changed: changed?.event ?? null,
    hears: audienceOf(changed?.hears, fact.organizationId),
  }
}

const audienceOf = (hears: Audience | undefined, organizationId: number | null): object =>
  hears === 'everybody' ? { everybody: true } : typeof hears === 'object' ? hears : { organization_id: organizationId }
