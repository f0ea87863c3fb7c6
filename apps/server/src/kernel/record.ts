import { subjects, type EventOf, type Recorded } from '@archwire/contract/subjects.ts'
import { sql, type RawBuilder } from 'kysely'
import { subscribersOf, type Announced } from '../activities/subscribers.ts'
import { eventsOfOrganizations } from '../db/audience.ts'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import type { Actor } from './actor.ts'
import { auditRows } from './audit.ts'
import { now } from './clock.ts'

/** A past activity about a record. */
export interface ActivityAbout<S extends Recorded> {
  subject: S
  id: number | null
  /** Whose the record is; null for the lab's own and for people. */
  organizationId: number | null
  event: EventOf<S>
  /** The case that the record belongs to, if any. */
  patientId?: number
  /** Details for auditors; never shown. */
  data?: object | null
  outcome?: 'done' | 'denied'
  /** Whether people are notified (`activities/subscribers.ts`). */
  announce?: S extends Announced ? boolean : never
}

/** Kinds of records of which the pages of a case hear. */
type OfCase = {
  [S in Recorded]: (typeof subjects)[S]['changed'] extends { audience: 'case' } ? S : never
}[Recorded]
/** A past activity; one of a case is recorded by `case-core`. */
export type Activity = { [S in Exclude<Recorded, OfCase>]: ActivityAbout<S> }[Exclude<Recorded, OfCase>]

/** Who acted when no person did. Such activities do not update `updated_at` (`organizations/latest`). */
export const systemName = 'Archwire'

/** The values of one statement; `activities` are rows as `rowOf` makes them. */
export interface Told {
  activities: string
  at: Date
  userId: number | null
  name: string
  address: string
}

/** What a module adds to the statement for the kinds of records that it owns; its fragments read from `activities a`. */
export interface Additions {
  /** Writes the entries of its history; returns (history_id, subject, id, event). `a.more` has the fields that only it knows. */
  history: (told: Told) => RawBuilder<unknown>
  /** What open pages hear; returns (kind, name, payload). */
  events: RawBuilder<unknown>
}

type Recorder<A> = (
  db: Db,
  actor: (Pick<Actor, 'address' | 'now'> & { userId: number | null; name?: string }) | null,
  activities: readonly A[],
) => Promise<void>

/**
 * Makes a `record()`: it writes audit and outbox of one change, and what the module adds, in one statement of the change's
 * own transaction: all or nothing. An activity leaves one outbox row if a subscriber wants it. The publisher turns
 * outbox rows into jobs and realtime messages after the commit.
 */
export function recorder<A extends ActivityAbout<Recorded>>(name: string, additions?: Additions): Recorder<A> {
  const write = prepared<Told, never>(
    name,
    (told) => sql`
      with activities as (
        select * from jsonb_to_recordset(${told.activities}::jsonb) as a(subject text, id bigint, organization_id int, patient_id int,
          event text, more jsonb, data jsonb, outcome text, wanted boolean, announce boolean, changed text, audience text, receivers jsonb)
      ), entries (history_id, subject, id, event) as (
        ${additions?.history(told) ?? sql`select null::bigint, null::text, null::bigint, null::text where false`}
      ), audited as (
        ${auditRows(
          { at: sql`${told.at}`, userId: sql`${told.userId}`, address: sql`${told.address}` },
          sql`select subject, id, organization_id, patient_id, event, outcome, data from activities`,
        )}
      )
      insert into outbox (kind, name, payload)
      select 'activity', a.subject || '.' || a.event, jsonb_build_object('subject', a.subject, 'id', a.id, 'event', a.event,
        'at', iso(${told.at}::timestamptz), 'user_id', ${told.userId}::int, 'history_id', h.history_id, 'patient_id', a.patient_id,
        'organization_id', a.organization_id, 'announce', bool_or(a.announce))
      from activities a left join entries h on h.subject = a.subject and h.id = a.id and h.event = a.event
      where a.wanted group by a.subject, a.id, a.event, a.patient_id, a.organization_id, h.history_id
      union all ${eventsOfOrganizations} ${additions ? sql`union all ${additions.events}` : sql``}`,
  )
  return async (db, actor, activities) => {
    await write(db, {
      activities: JSON.stringify(activities.map(rowOf)),
      at: actor?.now ?? now(),
      userId: actor?.userId ?? null,
      name: actor?.name ?? systemName,
      address: actor?.address ?? '',
    })
  }
}

/** Records what happened to any record but a case and what belongs to one. */
export const record = recorder<Activity>('kernel.record')

function rowOf({
  subject,
  id,
  organizationId,
  event,
  patientId = undefined,
  data = null,
  outcome = 'done',
  announce = false,
  ...more
}: ActivityAbout<Recorded>) {
  const { changed } = subjects[subject]
  const audience = changed?.audience
  return {
    subject,
    id,
    organization_id: organizationId,
    patient_id: patientId ?? null,
    event,
    more,
    data,
    outcome,
    wanted: subscribersOf({ subject, event, announce }).length > 0,
    announce,
    changed: changed?.event ?? null,
    audience: typeof audience === 'string' ? audience : null,
    receivers: audience === undefined || audience === 'case' ? null : receiversOf(audience, organizationId),
  }
}

type Audience = NonNullable<(typeof subjects)[Recorded]['changed']>['audience']

/** The receivers that the payload of an event names (`EventPayload`). */
function receiversOf(audience: Exclude<Audience, 'case'>, organizationId: number | null): object {
  if (audience === 'everybody') return { everybody: true }
  return typeof audience === 'object' ? audience : { organization_id: organizationId }
}
