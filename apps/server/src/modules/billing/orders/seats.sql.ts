import { products } from '@archwire/contract/billing/charge-kinds.ts'
import type { Cents } from '@archwire/contract/core/money.ts'
import { sql, type RawBuilder } from 'kysely'
import { startOf } from '../../../db/days.ts'
import { rows, type Scope } from '../../../db/scope.ts'

/** What a bought seat costs by the month, in cents; 0 where the lab asks for nothing. */
export const seatPrice = sql<Cents>`coalesce((select p.price_cents from products p where p.id = ${products.seat}), 0)`

/** How many seats the organization `o` buys now. */
export const boughtSeats = (scope: Scope): RawBuilder<number> => sql<number>`coalesce((
  select b.seats from ${rows(scope, 'bought_seats', 'b')} where b.organization_id = o.id order by b.version desc limit 1), 0)`

/**
 * The most seats that the organization `o` bought on any day from `first` on, before the day `end`: what a monthly order
 * charges (`licenses/bought`). Days are SQL expressions, in the lab's zone.
 */
export const mostBoughtSeats = (
  scope: Scope,
  { first, end, zone }: { first: RawBuilder<unknown>; end: RawBuilder<unknown>; zone: string },
): RawBuilder<number> => sql<number>`greatest(
  coalesce((select max(b.seats) from ${rows(scope, 'bought_seats', 'b')} where b.organization_id = o.id
    and b.created_at >= ${startOf(first, zone)} and b.created_at < ${startOf(end, zone)}), 0),
  coalesce((select b.seats from ${rows(scope, 'bought_seats', 'b')} where b.organization_id = o.id
    and b.created_at < ${startOf(first, zone)} order by b.version desc limit 1), 0))`
