import { dayIn, type Day } from '@archwire/contract/core/dates.ts'
import { openStatuses } from '@archwire/contract/core/statuses.ts'
import { customerRequestStatuses, printingRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { withinDays } from '../../db/days.ts'
import { ids } from '../../db/ids.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'
import { isShipped, parcelOf } from '../case-core/index.ts'
import { readRequests } from './queries.ts'

const byCase = (a: CustomerRequest, b: CustomerRequest): number => a.patient_id - b.patient_id || a.id - b.id

/** The requests of the parcel that this one ships in, those of older cases first; itself alone without one. */
export async function requestsOfParcel(db: Db, actor: Actor, id: number): Promise<CustomerRequest[]> {
  const requests = await readRequests(
    db,
    actor,
    sql`cr.id in (select w.customer_request_id from printing_requests pr
      join ${rows(actor.scope, 'patients', 'mine')} on mine.organization_id = pr.organization_id and mine.id = pr.patient_id
      join printing_requests w on w.organization_id = pr.organization_id
        and (w.id = pr.id or w.location_id = pr.location_id and ${parcelOf('w')} = ${parcelOf('pr')})
      join patients wp on wp.organization_id = w.organization_id and wp.id = w.patient_id
      where pr.customer_request_id = ${id} and (w.id = pr.id or wp.deleted_at is null)
      order by w.patient_id, w.id limit ${mostShown})`,
  )
  if (requests.length === 0) throw new NotFound('This request')
  return requests.toSorted(byCase)
}

/** As many as a page shows; more are counted. */
const mostShown = 200

/**
 * The prints that the lab ships today or should have shipped, by parcel, and those that have shipped today
 * (`requests/ships-today`).
 */
export async function listShipsToday(
  db: Db,
  actor: Actor,
  zone: string,
): Promise<{
  today: Day
  customer_requests: CustomerRequest[]
  left_out: number
  next: { day: Day; prints: number } | null
}> {
  const today = dayIn(zone, actor.now)
  const isOpen = sql`pr.status_id in (${ids(...openStatuses(printingRequestStatuses))})`
  const ofLab = sql`from printing_requests pr
    join ${rows(actor.scope, 'patients', 'due')} on due.organization_id = pr.organization_id and due.id = pr.patient_id
    where due.deleted_at is null and pr.assignment = ${sql.lit(assignment.ownLab)}`
  const due = sql`${ofLab} and (${isOpen} and pr.ship_date <= ${today}::date or ${isShipped('pr')} and ${withinDays(sql`pr.completed_at`, [today, today], zone)})`
  const requests = await readRequests(
    db,
    actor,
    sql`cr.id in (select pr.customer_request_id ${due}
      order by not ${isOpen}, ${parcelOf('pr')} nulls first, pr.patient_id, pr.id limit ${mostShown})`,
  )
  const counted =
    requests.length < mostShown
      ? requests.length
      : (await sql<{ count: number }>`select count(*)::int as count ${due}`.execute(db)).rows[0]!.count
  return {
    today,
    customer_requests: requests.toSorted(
      (a, b) => Number(isOver(a)) - Number(isOver(b)) || compare(parcelText(a), parcelText(b)) || byCase(a, b),
    ),
    left_out: Math.max(0, counted - mostShown),
    next: await shipsNext(db, sql`${ofLab} and ${isOpen} and pr.ship_date > ${today}::date`),
  }
}

/** The first day of these prints, and how many ship on it. */
async function shipsNext(db: Db, later: RawBuilder<unknown>): Promise<{ day: Day; prints: number } | null> {
  const { rows: days } = await sql<{
    day: Day
    prints: number
  }>`select pr.ship_date::text as day, count(*)::int as prints
    ${later} group by pr.ship_date order by pr.ship_date limit 1`.execute(db)
  return days[0] ?? null
}

const isOver = ({ status_id }: CustomerRequest): boolean => status_id !== customerRequestStatuses.pending.id
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
/** Sorts parcels by ship date, then by location and method; what goes nowhere comes first of its day. */
const parcelText = ({ printing_request: print }: CustomerRequest): string =>
  `${print?.ship_date ?? ''}.${print?.location_id ?? ''}.${print?.shipping_method ?? ''}`
