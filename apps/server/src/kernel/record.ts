import { isSettling } from '@archwire/contract/notifications/settling.ts'
import { subjects, type EventOf, type Recorded } from '@archwire/contract/subjects.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import { labScope, rows } from '../db/scope.ts'
import type { Actor } from './actor.ts'
import { auditRows } from './audit.ts'
import { now } from './clock.ts'

/**
 * The job that notifies people of an activity, by the kind of its record. A case's job gets the id of the history entry,
 * any other the activity itself (`Announcement`).
 */
export const announcedBy = {
  case: 'case.announce',
  organization: 'organization.announce',
  order: 'order.announce',
  payment_difference: 'payment_difference.announce',
} as const satisfies Partial<Record<Recorded, string>>

/** The job that marks notices read for which an event of a case leaves nothing to do (`notices/settled`). */
const settlesNotices = 'case.settle-notices'

/** What the job about a record that is no case gets: which record, what happened to it, when, and who did it. */
export const Announcement = z.strictObject({
  id: z.int(),
  event: z.string(),
  at: z.iso.datetime(),
  user_id: z.int().nullable(),
})
export type Announcement = z.infer<typeof Announcement>

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
  /** Whether people are notified (`announcedBy`). */
  announce?: S extends keyof typeof announcedBy ? boolean : never
}

/** A past activity about a case, which its history shows. */
export interface CaseActivity extends ActivityAbout<'case'> {
  id: number
  organizationId: number
  from?: string | null
  to?: string | null
  note?: string | null
}
export type Activity = CaseActivity | { [S in Exclude<Recorded, 'case'>]: ActivityAbout<S> }[Exclude<Recorded, 'case'>]

/** Who acted when no person did. Such activities do not update `updated_at` (`organizations/latest`). */
export const systemName = 'Archwire'

type Audience = NonNullable<(typeof subjects)[Recorded]['changed']>['audience']

interface Told {
  activities: string
  at: Date
  userId: number | null
  name: string
  address: string
}

const write = prepared<Told, never>(
  'kernel.record',
  (told) => sql`
    with activities as (
      select * from jsonb_to_recordset(${told.activities}::jsonb) as a(subject text, id bigint, organization_id int, patient_id int,
        event text, from_status text, to_status text, note text, data jsonb, outcome text, announced_by text, settles boolean, changed text, of_case boolean,
        of_person boolean, audience jsonb)
    ), told as (
      insert into case_history (at, organization_id, patient_id, user_id, user_name, event, from_status, to_status, note, data)
      select ${told.at}::timestamptz, organization_id, patient_id, ${told.userId}::int, ${told.name}, event, from_status, to_status, note, data
      from activities where subject = 'case'
      returning id, patient_id, organization_id, event
    ), audited as (
      ${auditRows(
        { at: sql`${told.at}`, userId: sql`${told.userId}`, address: sql`${told.address}` },
        sql`select subject, id, organization_id, patient_id, event, outcome, data from activities`,
      )}
    )
    insert into outbox (kind, name, payload)
    select 'job', ${sql.lit(announcedBy.case)}, jsonb_build_object('history_id', told.id)
    from told where exists (select 1 from activities where activities.event = told.event and activities.patient_id = told.patient_id
      and activities.announced_by = ${sql.lit(announcedBy.case)})
    union all
    select 'job', ${sql.lit(settlesNotices)}, jsonb_build_object('history_id', told.id)
    from told where exists (select 1 from activities where activities.event = told.event and activities.patient_id = told.patient_id
      and activities.settles)
    union all
    select 'job', a.announced_by, jsonb_build_object('id', a.id, 'event', a.event, 'at', iso(${told.at}::timestamptz), 'user_id', ${told.userId}::int)
    from activities a where a.subject <> 'case' and a.announced_by is not null
    union all
    -- The ready row is rebuilt after this and still says who saw the case before: people who lose it are told, too.
    select distinct 'event', a.changed, jsonb_build_object('id', a.patient_id, 'organization_id', a.organization_id,
      'partner', seen.partner, 'own', jsonb_build_object('doctor', seen.doctor, 'creator', p.created_by_user_id))
    from activities a join ${rows(labScope, 'patients', 'p')} on p.organization_id = a.organization_id and p.id = a.patient_id
      left join case_rows c on c.organization_id = p.organization_id and c.patient_id = p.id
      cross join lateral (values (true, p.partner_organization_id, p.user_id),
        (c.patient_id is not null, c.partner_organization_id, c.doctor_id)) seen(known, partner, doctor)
    where a.of_case and seen.known
    union all
    select distinct 'event', a.changed, jsonb_build_object('id', a.id, 'partner', o.third_party_partner_id) || a.audience
    from activities a left join organizations o on o.id = a.organization_id where not a.of_case and a.changed is not null
    union all
    select distinct 'event', a.changed, jsonb_build_object('id', a.id, 'organization_id', o.id, 'partner', o.third_party_partner_id)
    from activities a join memberships m on m.user_id = a.id join organizations o on o.id = m.organization_id where a.of_person
    union all
    select distinct 'event', a.changed, jsonb_build_object('id', a.id, 'user_id', a.id) from activities a where a.of_person`,
)

/**
 * Writes audit and outbox of one change, and a case's history, in one statement of the change's own transaction: all or
 * nothing. The publisher turns outbox rows into jobs and realtime messages after the commit. A partner that loses a case
 * (`lost_by`) is told once more: its open pages still show it.
 */
export async function record(
  db: Db,
  actor: (Pick<Actor, 'address' | 'now'> & { userId: number | null; name?: string }) | null,
  activities: Activity[],
): Promise<void> {
  await write(db, {
    activities: JSON.stringify(activities.map(rowOf)),
    at: actor?.now ?? now(),
    userId: actor?.userId ?? null,
    name: actor?.name ?? systemName,
    address: actor?.address ?? '',
  })
}

function rowOf(activity: Activity) {
  const { changed } = subjects[activity.subject]
  const about = activity.subject === 'case' ? activity : undefined
  return {
    subject: activity.subject,
    id: activity.id,
    organization_id: activity.organizationId,
    patient_id: about?.id ?? activity.patientId ?? null,
    event: activity.event,
    from_status: about?.from ?? null,
    to_status: about?.to ?? null,
    note: about?.note ?? null,
    data: activity.data ?? null,
    outcome: activity.outcome ?? 'done',
    announced_by: activity.announce ? announcedBy[activity.subject as keyof typeof announcedBy] : null,
    settles: about !== undefined && isSettling(about.event),
    changed: changed?.event ?? null,
    // What hangs on a case is heard of by who sees the case, under its id.
    of_case: changed?.audience === 'case',
    // The lab hears of a person in any case; here are added the person and everyone in the person's organizations.
    of_person: changed?.audience === 'colleagues',
    audience: audienceOf(changed?.audience, activity.organizationId),
  }
}

const audienceOf = (audience: Audience | undefined, organizationId: number | null): object =>
  audience === 'everybody'
    ? { everybody: true }
    : typeof audience === 'object'
      ? audience
      : { organization_id: organizationId }
