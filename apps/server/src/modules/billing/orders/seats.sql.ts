import { products } from '@archwire/contract/billing/charge-kinds.ts'
import type { Day } from '@archwire/contract/core/dates.ts'
import type { Cents } from '@archwire/contract/core/money.ts'
import { sql, type RawBuilder } from 'kysely'
import { startOf } from '../../../db/days.ts'
import { rows, type Scope } from '../../../db/scope.ts'
import { settingBefore } from '../../settings/index.ts'

/** What a bought seat costs by the month, in cents; 0 where the lab asks for nothing. */
export const seatPrice = sql<Cents>`coalesce((select p.price_cents from products p where p.id = ${products.seat}), 0)`

/** The same as it was at a moment. */
export const seatPriceAt = (at: RawBuilder<unknown>): RawBuilder<Cents> =>
  sql<Cents>`coalesce(round(${settingBefore('seat_price', at)}::numeric * 100)::bigint, ${seatPrice})`

/** How many seats the organization `o` buys now. */
export const boughtSeats = (scope: Scope): RawBuilder<number> => sql<number>`coalesce((
  select b.seats from ${rows(scope, 'bought_seats', 'b')} where b.organization_id = o.id order by b.version desc limit 1), 0)`

/** The last monthly closing day of the organization `o`; the day on which its contract `c` started, where none has closed. */
export const closedBefore = (scope: Scope): RawBuilder<Day> => sql<Day>`coalesce((
  select max(b.closing_day) from ${rows(scope, 'orders', 'b')}
  where b.organization_id = o.id and b.contract_id = c.id and b.kind = 'monthly'), c.initial_payment_date)`

/**
 * The most seats that the organization `o` bought on any day since the monthly closing of its contract `c` before, and before
 * the day `end`: what the next monthly order charges (`licenses/bought`). While months do not close, days have no end.
 */
export const mostBoughtSeats = (
  scope: Scope,
  { end = sql`c.next_payment_date`, zone }: { end?: RawBuilder<unknown>; zone: string },
): RawBuilder<number> => {
  const first = startOf(closedBefore(scope), zone)
  return sql<number>`greatest(
    coalesce((select max(b.seats) from ${rows(scope, 'bought_seats', 'b')} where b.organization_id = o.id and b.created_at >= ${first}
      and (b.created_at < ${startOf(end, zone)} or coalesce(o.suspended_at, o.disabled_at, o.deleted_at) is not null)), 0),
    coalesce((select b.seats from ${rows(scope, 'bought_seats', 'b')} where b.organization_id = o.id
      and b.created_at < ${first} order by b.version desc limit 1), 0))`
}
