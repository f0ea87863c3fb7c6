import { orderLifecycle, type OrderKind } from '@archwire/contract/billing/lifecycle.ts'
import { invoiceStatuses, type InvoiceStatus } from '@archwire/contract/billing/statuses.ts'
import { dayIn, type Day } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { labScope } from '../../../db/scope.ts'
import { Conflict, refuse } from '../../../kernel/errors.ts'
import { move, notWhile } from '../../../kernel/move.ts'
import { record, systemName } from '../../../kernel/record.ts'
import { nextClosing, writeCharges, type NewCharge, type Writer } from '../../charges/index.ts'
import { lockOrganizationOf, whyClosed } from '../../organizations/index.ts'
import { assemble, monthlyRows } from '../orders/assemble.ts'
import { findOpenOrder, type OpenOrder } from '../orders/open-order.sql.ts'
import { takeRows } from '../orders/rows.sql.ts'
import type { Assembled, LedgerRow, Terms } from '../orders/rows.ts'
import { dueDay, termsOf } from '../orders/terms.ts'
import { openOrder } from './add-order.ts'

interface Closing {
  organizationId: number
  /** `monthly`: on the closing day of the contract; `by_hand`: today, without what comes with the month. */
  kind: Exclude<OrderKind, 'start_up'>
  /** The lab's zone. */
  zone: string
  now: Date
  /** By hand: charged at once, or after the days of `delay_payment_processing`, as at a resume. */
  charged?: 'now' | 'later'
  /** By hand: null where there is nothing to close, not a refusal. */
  orNothing?: boolean
  /** Who closes it; null: the portal. */
  by?: { userId: number; name: string; address: string }
}

/** An order that was closed. */
export interface ClosedOrder {
  id: number
  invoice_id: number
  day: Day
  total: number
}

/**
 * Closes the open order of a practice (`billing/closing`): it takes the rows of the ledger that count before its closing
 * day, gets its number, keeps its lines and sums, and the next order opens. A monthly closing that runs late makes the same
 * order; before its day, and while the practice is suspended, disabled or archived, it makes none. By hand it takes the rows
 * up to and including today. Locks the organization, then rows of the ledger. Returns null where nothing was closed.
 * @throws Conflict by hand where there is nothing to close
 */
export async function closeOrder(trx: Trx, closing: Closing): Promise<ClosedOrder | null> {
  await lockOrganizationOf(trx, closing.organizationId)
  return closeLocked(trx, closing)
}

/** The same for a caller that has locked the organization. @throws Conflict */
export async function closeLocked(trx: Trx, closing: Closing): Promise<ClosedOrder | null> {
  const { organizationId, kind, zone, now, charged = 'now', orNothing = false } = closing
  const today = dayIn(zone, now)
  const byHand = kind === 'by_hand'
  const nothing = (words: string) => nothingTo(byHand && !orNothing, words)
  const open = await findOpenOrder(trx, labScope, organizationId, { zone, now, day: byHand ? today : null })
  if (!open) return nothing('This practice has no subscription.')
  if (!byHand && (open.next_payment_date > today || open.suspended || open.disabled || open.archived)) return null
  if (byHand) refuse(whyClosed({ organization_disabled: open.disabled, organization_archived: false }))
  const day = byHand ? today : open.next_payment_date
  if (!byHand && !open.has_main_location) {
    await moveClosing(trx, open, day, now)
    return null
  }
  const terms = termsOf(open, kind, day)
  const writer: Writer = { now, userId: closing.by?.userId ?? null, name: closing.by?.name ?? systemName }
  await writeCharges(trx, writer, organizationId, monthOf(open, terms))
  const taken = await take(trx, open, kind, day, zone)
  if (byHand && taken.length === 0) return nothing('There is nothing on the current invoice.')
  const assembled = assemble(taken, terms)
  const closed = await keep(trx, open, { terms, assembled, now, charged })
  await carryOver(trx, writer, organizationId, { closed, carried: assembled.carried, day: byHand ? today : day })
  await openOrder(trx, { scope: labScope, now }, { organizationId, contractId: open.contract_id })
  if (!byHand) await moveClosing(trx, open, day, now)
  await record(trx, { userId: writer.userId, name: writer.name, address: closing.by?.address ?? '', now }, [
    {
      subject: 'order',
      id: closed.id,
      organizationId,
      event: 'closed',
      data: { invoice_id: closed.invoice_id, kind, day, total: closed.total },
      announce: closed.total > 0,
    },
  ])
  return closed
}

function nothingTo(refused: boolean, words: string): null {
  if (refused) throw new Conflict(words)
  return null
}

/** What comes with the month, as rows of the ledger that name the order. */
const monthOf = (open: OpenOrder, terms: Terms): NewCharge[] =>
  monthlyRows(terms).map(({ fee, kind, label, why, times, unit }) => ({
    patient_id: null,
    source: 'order',
    source_id: open.order.id,
    change_number: 1,
    fee,
    kind,
    label,
    why,
    times,
    unit_cents: unit,
    printed_arches: 0,
    price_list: kind === 'monthly' ? terms.prices.list : null,
    price_overrides: kind === 'monthly' ? terms.prices.overrides : 0,
    day: terms.day,
  }))

function take(
  trx: Trx,
  { organization_id: organizationId, order }: OpenOrder,
  kind: Closing['kind'],
  day: Day,
  zone: string,
): Promise<LedgerRow[]> {
  const counts = kind === 'by_hand' ? sql`x.day <= ${day}::date` : sql`x.day < ${day}::date`
  return takeRows(trx, labScope, { organizationId, orderId: order.id }, counts, zone)
}

/** Keeps the lines and sums of an order, and gives it its number. One of nothing is paid at once. */
async function keep(
  trx: Trx,
  open: OpenOrder,
  { terms, assembled, now, charged }: { terms: Terms; assembled: Assembled; now: Date; charged: 'now' | 'later' },
): Promise<ClosedOrder> {
  const { sums } = assembled
  const status = move(orderLifecycle, open.order.fm_invoice_status, sums.total === 0 ? 'close_free' : 'close', orderIs)
  const due = terms.kind === 'by_hand' && charged === 'now' ? terms.day : dueDay(open, terms.day)
  const { rows } = await sql<{ invoice_id: number }>`
    with lines as (
      insert into order_lines (organization_id, order_id, position, kind, description, details, cents, product_id, charge_id,
        patient, not_taken_cents, action_date, start_date, end_date, periodic_rule_id, credit_version, promotion_code_id)
      select ${open.organization_id}::int, ${open.order.id}::int, x.position, x.kind, x.description, x.details, x.cents, x.product_id,
        x.charge_id, x.patient, x.not_taken, x.day, x.start, x."end", x.rule_id, x.credit_version, x.code_id
      from jsonb_to_recordset(${JSON.stringify(assembled.lines.map(lineRow))}::jsonb) as x(position int, kind text, description text,
        details text, cents bigint, product_id int, charge_id int, patient jsonb, not_taken bigint, day date, start date, "end" date,
        rule_id int, credit_version int, code_id int)
    )
    update orders set kind = ${terms.kind}, fm_invoice_status = ${status}, fm_paid_at = ${status === 'PAID' ? now : null},
      invoice_id = nextval('invoice_numbers'), closing_day = ${terms.day}, due_day = ${due},
      period_start = ${terms.period?.start ?? null}, period_end = ${terms.period?.end ?? null},
      subtotal_cents = ${sums.subtotal}, tax_cents = ${sums.tax}, card_fee_cents = ${sums.cardFee}, total_cents = ${sums.total},
      tax_state = ${open.tax_state}, tax_rate_percent = ${open.tax_percent}::numeric, card_fee_percent = ${open.card_fee_percent}::numeric,
      created_at = ${now}, template_version = ${open.template_version}, paper = ${JSON.stringify(open.paper)}::jsonb, version = version + 1, updated_at = ${now}
    where organization_id = ${open.organization_id} and id = ${open.order.id} and fm_invoice_status = 'CURRENT'
    returning invoice_id`.execute(trx)
  return { id: open.order.id, invoice_id: rows[0]!.invoice_id, day: terms.day, total: sums.total }
}

const orderIs = (status: InvoiceStatus): string => notWhile(`the invoice is ${invoiceStatuses[status].label}`)

const lineRow = (line: Assembled['lines'][number], index: number) => ({
  position: index + 1,
  kind: line.kind,
  description: line.description,
  details: line.details,
  cents: line.cents,
  product_id: line.product_id,
  charge_id: line.row?.id ?? null,
  patient: line.row?.patient ?? null,
  not_taken: line.not_taken,
  day: line.row?.day ?? null,
  start: line.start,
  end: line.end,
  rule_id: line.rule_id,
  credit_version: line.credit_version,
  code_id: line.promotion_code_id,
})

/** What rows below zero could not take off an order goes onto the next one (`billing/carried`). */
async function carryOver(
  trx: Trx,
  writer: Writer,
  organizationId: number,
  { closed, carried, day }: { closed: ClosedOrder; carried: number; day: Day },
): Promise<void> {
  if (carried === 0) return
  await writeCharges(trx, writer, organizationId, [
    {
      patient_id: null,
      source: 'carried',
      source_id: closed.id,
      change_number: 1,
      fee: null,
      kind: 'charge',
      label: `Carried over from invoice ${closed.invoice_id}`,
      why: '',
      times: 1,
      unit_cents: -carried,
      printed_arches: 0,
      price_list: null,
      price_overrides: 0,
      day,
    },
  ])
}

async function moveClosing(trx: Trx, open: OpenOrder, day: Day, now: Date): Promise<void> {
  await sql`update contracts set next_payment_date = ${nextClosing(day, open.billing_day)}, version = version + 1, updated_at = ${now}
    where organization_id = ${open.organization_id} and id = ${open.contract_id}`.execute(trx)
}
