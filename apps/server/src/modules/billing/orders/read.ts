import type { CurrentOrder } from '@archwire/contract/billing/schema.ts'
import { dayIn, type Day } from '@archwire/contract/core/dates.ts'
import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../db/client.ts'
import { rows, type Scope } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { NotFound, permit } from '../../../kernel/errors.ts'
import { notHidden, readOrganization, stateColumns, type OrganizationState } from '../../organizations/index.ts'
import { nextTry, waitsBehind, whyUnpayable, type UnpaidOrder } from '../charging/schedule.ts'
import { sumsBy } from '../charging/sums.ts'
import { unpaidJson } from '../charging/unpaid.sql.ts'
import { isPaying } from '../payment-in-progress.ts'
import { paysFor, readsOrders, settlesOrders } from '../policy.ts'
import { assemble, monthlyRows, ofRule, type MonthlyRow } from './assemble.ts'
import { findOpenOrder, paperJson, type OpenOrder, type Paper } from './open-order.sql.ts'
import { noOrder, presentOrder, type OrderAnswer, type OrderFacts } from './present.ts'
import { linesJson, openRows } from './rows.sql.ts'
import type { LedgerRow, OrderLine, Terms } from './rows.ts'
import { dueDay, termsOf } from './terms.ts'

type At = { zone: string; now: Date }

/** An order within reach, open or closed, with its lines and payments. @throws NotFound, Forbidden */
export async function readOrder(db: Db, actor: Actor, id: number, zone: string): Promise<OrderAnswer> {
  const closed = await findClosed(db, actor.scope, id)
  if (!closed) throw new NotFound('This invoice')
  permit(readsOrders(actor, closed), null)
  if (closed.order.fm_invoice_status !== 'CURRENT') return presentOrder(actor, factsOfClosed(closed, actor, zone))
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
  return factsOfOpen(open, await openRows(db, scope, organizationId, at.zone), dayIn(at.zone, at.now))
}

/**
 * The open order from its rows. Those that count on the closing day or later are on no sum, and neither are rules that
 * start later. That of a suspended practice closes when the practice resumes, as by hand: it has what counts by today. Pure.
 */
export function factsOfOpen(open: OpenOrder, ledger: readonly LedgerRow[], today: Day): OrderFacts {
  const day = open.suspended ? today : open.next_payment_date
  const terms = termsOf(open, open.suspended ? 'by_hand' : 'monthly', day)
  const counts = (row: LedgerRow) => row.day < day || (open.suspended && row.day === day)
  const assembled = assemble(
    [...ledger.filter(counts), ...monthlyRows(terms).map((row) => unwritten(row, terms))],
    terms,
  )
  const rules = open.suspended
    ? []
    : open.rules_to_come.map(({ from, ...rule }) => unwritten(ofRule(rule), terms, from))
  // As with a closing: it rests until the practice resumes, or is opened again.
  const rests = open.suspended || open.disabled || open.archived
  const later = [...ledger.filter((row) => !counts(row)), ...rules]
  return {
    ...open.order,
    invoice_id: null,
    fm_paid_at: null,
    template_version: open.template_version,
    closing_day: rests ? null : day,
    due_day: rests ? null : dueDay(open, day),
    period: terms.period,
    paper: open.paper,
    tax_state: open.tax_state,
    tax_percent: open.tax_percent,
    card_fee_percent: open.card_fee_percent,
    assembled,
    settled_as: null,
    next_try: null,
    payable: null,
    later: later.toSorted((a, b) => a.day.localeCompare(b.day) || a.id - b.id),
    payments: [],
    reviews: [],
    takes_code: open.running_code === null && !open.disabled && !open.archived,
  }
}

/** What a closing will write, as a row that is not in the ledger yet. */
const unwritten = (row: MonthlyRow, terms: Terms, day: Day = terms.day): LedgerRow => ({
  ...row,
  id: 0,
  source: 'order',
  printed_arches: 0,
  price_list: row.kind === 'monthly' ? terms.prices.list : null,
  price_overrides: row.kind === 'monthly' ? terms.prices.overrides : 0,
  day,
  user_name: '',
  user_role: null,
  patient_id: null,
  patient: null,
})

interface Closed extends OrganizationState {
  /** Of the practice, the oldest first; this one is among them unless it is paid. */
  unpaid: UnpaidOrder[]
  in_progress: boolean
  order: Omit<OrderFacts, 'assembled' | 'later' | 'paper' | 'period' | 'next_try' | 'payable' | 'takes_code'> & {
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
    select ${stateColumns}, ${unpaidJson(scope)} as unpaid, ${isPaying(scope)} as in_progress, r.paper as kept, ${paperJson(scope)} as paper, ${linesJson(scope)} as lines,
      jsonb_build_object('id', r.id, 'invoice_id', r.invoice_id, 'fm_invoice_status', r.fm_invoice_status,
        'fm_paid_at', iso(r.fm_paid_at), 'settled_as', r.settled_as, 'created_at', iso(r.created_at), 'template_version', r.template_version, 'kind', r.kind,
        'closing_day', r.closing_day::text, 'due_day', r.due_day::text, 'period_start', r.period_start::text,
        'period_end', r.period_end::text, 'tax_state', r.tax_state, 'tax_percent', r.tax_rate_percent::text,
        'card_fee_percent', r.card_fee_percent::text, 'payments', ${paymentsJson(scope)}, 'reviews', ${reviewsJson},
        'sums', jsonb_build_object('subtotal', r.subtotal_cents, 'tax', r.tax_cents, 'cardFee', r.card_fee_cents,
          'total', r.total_cents)) as "order"
    from ${rows(scope, 'orders', 'r')} join organizations o on o.id = r.organization_id
    where r.id = ${id} and ${notHidden(scope)}`.execute(db)
  return found[0] ?? null
}

function factsOfClosed(closed: Closed, reader: Actor, zone: string): OrderFacts {
  const { order, kept, paper, lines, unpaid } = closed
  const { sums, period_start: start, period_end: end, ...facts } = order
  const own = unpaid.find(({ id }) => id === order.id)
  return {
    ...facts,
    next_try: own && !waitsBehind(own, unpaid) ? nextTry(own, zone) : null,
    payable: own ? payableFor(reader, closed, own) : null,
    period: start !== null && end !== null ? { start, end } : null,
    paper: kept ?? paper,
    assembled: { lines, sums, volume: null },
    later: [],
    takes_code: false,
  }
}

/** What a reader can do about an invoice that is not paid; null where it is not for this reader (`billing/pay`). */
function payableFor(reader: Actor, closed: Closed, own: UnpaidOrder): OrderFacts['payable'] {
  const [pays, settles] = [paysFor(reader, closed), settlesOrders(reader)]
  if (!pays && !settles) return null
  const whyNot = whyUnpayable({ ...own, in_progress: closed.in_progress })
  return {
    card: sumsBy(own, 'card').total,
    bank: sumsBy(own, 'bank').total,
    can_pay: pays && whyNot === null,
    can_settle: settles && whyNot === null,
    why_not: whyNot,
  }
}

/**
 * Every try to pay the order `r`, the oldest first, with its refunds (`billing/payments`). Those that were declined before
 * there was an order belong to the one with the start-up fee, which they were for.
 */
const paymentsJson = (scope: Scope): RawBuilder<unknown> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', y.id, 'created_at', iso(y.created_at), 'kind', y.kind, 'method', k.method,
      'brand', coalesce(k.brand, ''), 'last_four', coalesce(k.last_four, ''), 'status', y.status, 'message', y.message, 'reason', y.reason,
      'user_name', coalesce(w.full_name, ''), 'user_role', w.role, 'transaction', y.provider_id, 'value', y.cents,
      'refunds', (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'created_at', iso(f.occurred_at), 'value', f.cents)
          order by f.occurred_at, f.id), '[]')
        from ${rows(scope, 'payment_refunds', 'f')}
        where f.organization_id = y.organization_id and f.payment_id = y.id)) order by y.created_at, y.id), '[]')
  from ${rows(scope, 'payments', 'y')}
    left join ${rows(scope, 'payment_methods', 'k')} on k.organization_id = y.organization_id and k.id = y.payment_method_id
    left join users w on w.id = y.user_id
  where y.organization_id = r.organization_id and (y.order_id = r.id or (y.order_id is null and r.kind = 'start_up')))`

/**
 * What was opened about payments of the order `r`, which is within reach, the oldest first. What was opened before there was
 * an order belongs to the one with the start-up fee.
 */
const reviewsJson: RawBuilder<unknown> = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'kind', d.kind, 'opened_at', iso(d.opened_at),
      'closed_at', iso(d.closed_at), 'transaction', d.transaction_id, 'expected', d.expected_cents,
      'reported', d.reported_cents) order by d.opened_at, d.id), '[]')
  from payment_differences d
  where d.organization_id = r.organization_id and (d.order_id = r.id or (d.order_id is null and r.kind = 'start_up')))`
