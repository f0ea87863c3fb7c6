import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { withinDays } from '../../db/days.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { isShipped } from '../case-core/index.ts'
import type { Days } from './by-case.sql.ts'

/** Median hours from the request of a print to its parcel, of what shipped in the range; null when nothing did. */
export async function hoursToShipping(
  db: Db,
  actor: Actor,
  { range, zone }: Days,
  asked: RawBuilder<unknown> = sql`true`,
): Promise<number | null> {
  const { rows: found } = await sql<{ hours: number | null }>`
    select round((percentile_cont(0.5) within group (order by date_part('epoch', pr.completed_at - pr.created_at)) / 3600)::numeric, 1)::float8 as hours
    from ${rows(actor.scope, 'printing_requests', 'pr')}
      join ${rows(actor.scope, 'case_rows', 'c')} on c.organization_id = pr.organization_id and c.patient_id = pr.patient_id
    where ${isShipped('pr')} and ${withinDays(sql`pr.completed_at`, [range.from, range.to], zone)}
      and not c.archived and not c.cancelled and ${asked}`.execute(db)
  return found[0]!.hours
}
