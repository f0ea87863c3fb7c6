import type { PracticeFigures } from '@archwire/contract/figures/routes.ts'
import { toDollars } from '@archwire/contract/core/money.ts'
import type { DayRange } from '@archwire/contract/dashboard/ranges.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { rows } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { readCurrentOrder } from './read.ts'

type Spend = NonNullable<PracticeFigures['spend']>
type Closed = Spend['months'][number]['orders'][number]

/**
 * What a practice was invoiced: its closed orders by the month in which they closed, and the open one as it is read
 * (`reports/spend`). @throws NotFound, Forbidden
 */
export async function spendOf(
  db: Db,
  actor: Actor,
  organizationId: number,
  { from, to }: DayRange,
  zone: string,
): Promise<Spend> {
  const [{ order }, closed] = await Promise.all([
    readCurrentOrder(db, actor, organizationId, zone),
    sql<{ month: string; total: number; orders: Closed[] }>`
      select date_trunc('month', r.closing_day)::date::text as month, sum(r.total_cents)::float8 as total,
        jsonb_agg(jsonb_build_object('id', r.id, 'invoice_id', r.invoice_id, 'fm_invoice_status', r.fm_invoice_status,
          'settled_as', r.settled_as, 'total', r.total_cents) order by r.closing_day, r.id) as orders
      from ${rows(actor.scope, 'orders', 'r')}
      where r.organization_id = ${organizationId} and r.fm_invoice_status <> 'CURRENT'
        and r.closing_day between coalesce(${from}::date, '-infinity') and coalesce(${to}::date, 'infinity')
      group by 1 order by 1`.execute(db),
  ])
  return {
    months: closed.rows.map(({ month, total, orders }) => ({
      month,
      total: toDollars(total),
      orders: orders.map((each) => ({ ...each, total: toDollars(each.total) })),
    })),
    current: order && { id: order.id, total: order.total },
  }
}
