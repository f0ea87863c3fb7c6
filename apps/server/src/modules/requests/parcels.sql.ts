import { dayIn, type Day } from '@archwire/contract/core/dates.ts'
import { openStatuses } from '@archwire/contract/core/statuses.ts'
import { printingRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { withinDays } from '../../db/days.ts'
import { ids } from '../../db/ids.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'
import { isShipped, parcelOf } from '../case-core/index.ts'
import { getRequests } from './queries.ts'

/** The requests of the parcel that this one ships in, those of cases first that are older; itself alone without one. */
export async function requestsOfParcel(db: Db, actor: Actor, id: number): Promise<CustomerRequest[]> {
  const { rows: found } = await sql<{ id: number }>`
    select w.customer_request_id as id from printing_requests pr
    join ${rows(actor.scope, 'patients', 'p')} on p.organization_id = pr.organization_id and p.id = pr.patient_id
    join printing_requests w on w.organization_id = pr.organization_id
      and (w.id = pr.id or w.location_id = pr.location_id and ${parcelOf('w')} = ${parcelOf('pr')})
    join patients wp on wp.organization_id = w.organization_id and wp.id = w.patient_id
    where pr.customer_request_id = ${id} and (w.id = pr.id or wp.deleted_at is null)
    order by w.patient_id, w.id limit 200`.execute(db)
  if (found.length === 0) throw new NotFound('This request')
  return getRequests(
    db,
    actor,
    found.map((row) => row.id),
  )
}

/** As many as a day's page shows; more are counted. */
const mostShown = 200

/**
 * The prints that the lab ships today or should have shipped, by parcel, and those that have shipped today
 * (`requests/ships-today`).
 */
export async function listShipsToday(
  db: Db,
  actor: Actor,
  zone: string,
): Promise<{ today: Day; customer_requests: CustomerRequest[]; left_out: number }> {
  const today = dayIn(zone, actor.now)
  const isOpen = sql`pr.status_id in (${ids(...openStatuses(printingRequestStatuses))})`
  const { rows: found } = await sql<{ id: number; counted: number }>`
    select pr.customer_request_id as id, (count(*) over ())::int as counted from printing_requests pr
    join ${rows(actor.scope, 'patients', 'p')} on p.organization_id = pr.organization_id and p.id = pr.patient_id
    where p.deleted_at is null and pr.assignment = ${sql.lit(assignment.ownLab)}
      and (${isOpen} and pr.ship_date <= ${today}::date or ${isShipped('pr')} and ${withinDays(sql`pr.completed_at`, [today, today], zone)})
    order by not ${isOpen}, ${parcelOf('pr')} nulls first, pr.patient_id, pr.id limit ${mostShown}`.execute(db)
  const requests = await getRequests(
    db,
    actor,
    found.map((row) => row.id),
  )
  return { today, customer_requests: requests, left_out: Math.max(0, (found[0]?.counted ?? 0) - mostShown) }
}
