import type { Recorded } from '@archwire/contract/subjects.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { labScope, rows } from '../../db/scope.ts'
import { recorder, type Activity, type ActivityAbout, type Told } from '../../kernel/record.ts'

/** A past activity about a case, which its history shows. */
export interface CaseActivity extends ActivityAbout<'case'> {
  id: number
  organizationId: number
  from?: string | null
  to?: string | null
  note?: string | null
}

const write = recorder<ActivityAbout<Recorded>>('case-core.record', {
  history: ({ at, userId, name }: Told) => sql`
    insert into case_history (at, organization_id, patient_id, user_id, user_name, event, from_status, to_status, note, data)
    select ${at}::timestamptz, a.organization_id, a.patient_id, ${userId}::int, ${name}, a.event, a.more ->> 'from', a.more ->> 'to',
      a.more ->> 'note', a.data
    from activities a where a.subject = 'case'
    returning id, 'case', patient_id, event`,
  // The ready row is rebuilt after this and still says who saw the case before, so that people who lose it get the
  // event, too.
  events: sql`
    select distinct 'event', a.changed, jsonb_build_object('id', a.patient_id, 'organization_id', a.organization_id,
      'partner', seen.partner, 'own', jsonb_build_object('doctor', seen.doctor, 'creator', p.created_by_user_id))
    from activities a join ${rows(labScope, 'patients', 'p')} on p.organization_id = a.organization_id and p.id = a.patient_id
      left join case_rows c on c.organization_id = p.organization_id and c.patient_id = p.id
      cross join lateral (values (true, p.partner_organization_id, p.user_id),
        (c.patient_id is not null, c.partner_organization_id, c.doctor_id)) seen(known, partner, doctor)
    where a.audience = 'case' and seen.known`,
})

/**
 * Records what happened to cases and to what belongs to them, as `record()` does, with the entries of their histories in
 * the same statement. A partner that loses a case (`lost_by`) gets one last event: its open pages still show it.
 */
export const recordOfCases = (
  db: Db,
  actor: Parameters<typeof write>[1],
  activities: readonly (Activity | CaseActivity | (ActivityAbout<'message'> & { patientId: number }))[],
): Promise<void> =>
  write(
    db,
    actor,
    activities.map((activity) =>
      activity.subject === 'case' ? { ...activity, patientId: (activity as CaseActivity).id } : activity,
    ),
  )
