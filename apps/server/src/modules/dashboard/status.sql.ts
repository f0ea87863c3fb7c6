import type { Gauges } from '@archwire/contract/dashboard/routes.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { labScope, rows } from '../../db/scope.ts'
import { factsOf, statusOf } from '../organizations/index.ts'

export interface Statuses {
  organization: AllGauges
  user: AllGauges
}
type AllGauges = { [K in keyof Gauges]: number }
const names = ['leads', 'onboarding', 'new', 'active', 'passive', 'archived'] as const

/**
 * How many practices, and how many doctors and staff members of practices, have each status, for the whole lab. A
 * person's status follows from the cases of which they are the doctor, and the fee and onboarding of the organization
 * they joined first.
 */
export async function countStatuses(db: Db, now: Date): Promise<Statuses> {
  const found = await sql<{ of: keyof Statuses; status: number; n: number }>`
    with sent as materialized (
      select doctor_id, organization_id, min(submitted_at) as first, max(submitted_at) as last
      from ${rows(labScope, 'case_rows', 'c')} where not c.cancelled group by doctor_id, organization_id
    ), of_organization as (
      select organization_id, min(first) as first, max(last) as last from sent group by organization_id
    ), of_doctor as (
      select doctor_id, min(first) as first, max(last) as last from sent group by doctor_id
    ), joined_first as (
      select distinct on (m.user_id) m.user_id, o.startup_fee_settled_at, o.onboarded_at
      from memberships m join organizations o on o.id = m.organization_id order by m.user_id, m.id
    )
    select 'organization' as of, ${statusOf(factsOf('o', 'o', 'c'), now)} as status, count(*)::int as n
    from organizations o left join of_organization c on c.organization_id = o.id where o.kind = 'practice' group by 2
    union all
    select 'user', ${statusOf(factsOf('u', 'j', 'c'), now)}, count(*)::int
    from users u left join joined_first j on j.user_id = u.id left join of_doctor c on c.doctor_id = u.id
    where u.role in ('doctor', 'staff_member') group by 2`.execute(db)
  const gauges = (kind: keyof Statuses) =>
    Object.fromEntries(
      names.map((name, index) => [name, found.rows.find((row) => row.of === kind && row.status === index + 1)?.n ?? 0]),
    ) as AllGauges
  return { organization: gauges('organization'), user: gauges('user') }
}
