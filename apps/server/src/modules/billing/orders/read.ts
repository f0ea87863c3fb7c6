import type { CurrentOrder } from '@archwire/contract/billing/schema.ts'
import type { Day } from '@archwire/contract/core/dates.ts'
import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../db/client.ts'
import { rows, type Scope } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { NotFound, permit } from '../../../kernel/errors.ts'
import { notHidden, readOrganization } from '../../organizations/index.ts'
import { readsOrders } from '../policy.ts'
import { assemble, monthlyRows } from './assemble.ts'
import { findOpenOrder, paperJson, type OpenOrder, type Paper } from './open-order.sql.ts'
import { noOrder, presentOrder, type OrderAnswer, type OrderFacts } from './present.ts'
import { linesJson, openRows } from './rows.sql.ts'
import type { LedgerRow, OrderLine } from './rows.ts'
import { dueDay, termsOf } from './terms.ts'

type At = { zone: string; now: Date }

/** An order within reach, open or closed, with its lines and payments. @throws NotFound, Forbidden */
export async function readOrder(db: Db, actor: Actor, id: number, zone: string): Promise<OrderAnswer> {
  const closed = await findClosed(db, actor.scope, id)
  if (!closed) throw new NotFound('This invoice')
  permit(readsOrders(actor, closed), null)
  if (closed.order.fm_invoice_status !== 'CURRENT') return presentOrder(actor, factsOfClosed(closed))
  const open = await readOpen(db, actor.scope, closed.organization_id, { zone, now: actor.now })
  if (!open || open.id !== id) throw new NotFound('This invoice')
  return presentOrder(actor, open)
}

/** The open order of a practice within reach; none without a contract. @throws NotFound, Forbidden */
export async function readCurrentOrder(
  db: Db,
  actor: Actor,
  organizationId: number,
  zone: string,
): Promise<z.infer<typeof CurrentOrder>> {
  const organization = await readOrganization(db, actor, organizationId)
  permit(readsOrders(actor, organization), null)
  const open = await readOpen(db, actor.scope, organizationId, { zone, now: actor.now })
  return open ? presentOrder(actor, open) : noOrder
}

/** What the open order of a practice would be on its closing day, in two statements whatever its size (`billing/open-order`). */
export async function readOpen(db: Db, scope: Scope, organizationId: number, at: At): Promise<OrderFacts | null> {
  const open = await findOpenOrder(db, scope, organizationId, at)
  if (!open) return null
  const { rows: found } = await sql<{ row: LedgerRow }>`${openRows(scope, organizationId, at.zone)}`.execute(db)
  return factsOfOpen(
    open,
    found.map(({ row }) => row),
  )
}

/** The open order from its rows. Those that count on the closing day or later are on no sum. Pure. */
export function factsOfOpen(open: OpenOrder, ledger: readonly LedgerRow[]): OrderFacts {
  const day = open.next_payment_date
  const terms = termsOf(open, 'monthly', day)
  const counted = ledger.filter((row) => row.day < day)
  const assembled = assemble([...counted, ...expected(open)], terms)
  return {
    ...open.order,
    invoice_id: null,
    fm_paid_at: null,
    template_version: open.template_version,
    closing_day: open.suspended ? null : day,
    due_day: open.suspended ? null : dueDay(open, day),
    period: open.suspended ? null : terms.period,
    paper: open.paper,
    tax_state: open.tax_state,
    tax_percent: open.tax_percent,
    card_fee_percent: open.card_fee_percent,
    assembled,
    later: ledger.filter((row) => row.day >= day).toSorted((a, b) => a.day.localeCompare(b.day) || a.id - b.id),
    payments: [],
    takes_code: open.running_code === null && !open.disabled && !open.archived,
  }
}

/** What the closing will write, as rows. A suspended contract has no closing of its own. */
function expected(open: OpenOrder): LedgerRow[] {
  if (open.suspended) return []
  const day = open.next_payment_date
  const terms = termsOf(open, 'monthly', day)
  return monthlyRows(terms).map((row) => ({
    ...row,
    id: 0,
    source: 'order',
    times: 1,
    unit: row.cents,
    printed_arches: 0,
    price_list: row.kind === 'monthly' ? terms.prices.list : null,
    price_overrides: row.kind === 'monthly' ? terms.prices.overrides : 0,
    day,
    user_name: '',
    user_role: null,
    patient_id: null,
    patient: null,
  }))
}

interface Closed {
  organization_id: number
  order: Omit<OrderFacts, 'assembled' | 'later' | 'paper' | 'period' | 'takes_code'> & {
    period_start: Day | null
    period_end: Day | null
    sums: OrderFacts['assembled']['sums']
  }
  /** As it was at the closing; null: an order from before the ledger. */
  kept: Paper | null
  paper: Paper
  lines: OrderLine[]
}

/** An order as its rows are, with what closed ones keep; an open one has no lines here. */
async function findClosed(db: Db, scope: Scope, id: number): Promise<Closed | null> {
  const { rows: found } = await sql<Closed>`
    select r.organization_id, r.paper as kept, ${paperJson(scope)} as paper, ${linesJson(scope)} as lines,
      jsonb_build_object('id', r.id, 'invoice_id', r.invoice_id, 'fm_invoice_status', r.fm_invoice_status,
        'fm_paid_at', iso(r.fm_paid_at), 'created_at', iso(r.created_at), 'template_version', r.template_version, 'kind', r.kind,
        'closing_day', r.closing_day::text, 'due_day', r.due_day::text, 'period_start', r.period_start::text,
        'period_end', r.period_end::text, 'tax_state', r.tax_state, 'tax_percent', r.tax_rate_percent::text,
        'card_fee_percent', r.card_fee_percent::text, 'payments', ${paymentsJson(scope)},
        'sums', jsonb_build_object('subtotal', r.subtotal_cents, 'tax', r.tax_cents, 'cardFee', r.card_fee_cents,
          'total', r.total_cents)) as "order"
    from ${rows(scope, 'orders', 'r')} join organizations o on o.id = r.organization_id
    where r.id = ${id} and ${notHidden(scope)}`.execute(db)
  return found[0] ?? null
}

function factsOfClosed({ order, kept, paper, lines }: Closed): OrderFacts {
  const { sums, period_start: start, period_end: end, ...facts } = order
  return {
    ...facts,
    period: start !== null && end !== null ? { start, end } : null,
    paper: kept ?? paper,
    assembled: { lines, sums, volume: null },
    later: [],
    takes_code: false,
  }
}

/**
 * Every try to pay the order `r`, the oldest first, with its refunds (`billing/payments`). Those that were declined before
 * there was an order belong to the one with the start-up fee, which they were for.
 */
const paymentsJson = (scope: Scope): RawBuilder<unknown> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', y.id, 'created_at', iso(y.created_at), 'method', k.method, 'brand', k.brand,
      'last_four', k.last_four, 'status', y.status, 'message', y.message, 'transaction', y.provider_id, 'value', y.cents,
      'refunds', (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'created_at', iso(f.occurred_at), 'value', f.cents)
          order by f.occurred_at, f.id), '[]')
        from ${rows(scope, 'payment_refunds', 'f')}
        where f.organization_id = y.organization_id and f.payment_id = y.id)) order by y.created_at, y.id), '[]')
  from ${rows(scope, 'payments', 'y')}
    join ${rows(scope, 'payment_methods', 'k')} on k.organization_id = y.organization_id and k.id = y.payment_method_id
  where y.organization_id = r.organization_id and (y.order_id = r.id or (y.order_id is null and r.kind = 'start_up')))`
