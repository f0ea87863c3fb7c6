import type { OrderKind } from '@archwire/contract/billing/lifecycle.ts'
import { products } from '@archwire/contract/billing/charge-kinds.ts'
import type { CurrentOrder, Order, OrderMetadata } from '@archwire/contract/billing/schema.ts'
import type { OrderPayment, OrderReview } from '@archwire/contract/billing/payment-schema.ts'
import type { InvoiceStatus, SettledAs } from '@archwire/contract/billing/statuses.ts'
import type { Day } from '@archwire/contract/core/dates.ts'
import { toDollars, type Cents } from '@archwire/contract/core/money.ts'
import { paymentDifferences } from '@archwire/contract/payment-differences/routes.ts'
import { isStaff, type UserRole } from '@archwire/contract/roles.ts'
import type { z } from 'zod'
import { holds, type Actor } from '../../../kernel/actor.ts'
import { nameOfDoer } from '../../../kernel/doer.ts'
import { entersCharges, isRemovable } from '../../charges/index.ts'
import { addsCodes } from '../policy.ts'
import { blocksOf } from './blocks.ts'
import type { Paper } from './open-order.sql.ts'
import type { Assembled, LedgerRow, OrderLine } from './rows.ts'

/** An order as it is read: amounts in cents, its lines from top to bottom. */
export interface OrderFacts {
  id: number
  invoice_id: number | null
  fm_invoice_status: InvoiceStatus
  fm_paid_at: string | null
  created_at: string
  template_version: 1 | 2
  kind: OrderKind
  closing_day: Day | null
  due_day: Day | null
  period: { start: Day; end: Day } | null
  paper: Paper
  tax_state: string
  tax_percent: string
  card_fee_percent: string
  assembled: Pick<Assembled, 'lines' | 'sums' | 'volume'>
  /** Rows of an open order that count later. */
  later: readonly LedgerRow[]
  settled_as: SettledAs | null
  /** The lab's day on which the portal charges it next; null: never automatically. */
  next_try: Day | null
  payable: (Omit<NonNullable<Order['payable']>, 'totals'> & { card: Cents; bank: Cents }) | null
  payments: readonly PaymentFacts[]
  /** What portal and provider say differently of its payments. */
  reviews: readonly OrderDifference[]
  /** Whether a promotion code can be added to it now, by people with the permission. */
  takes_code: boolean
}

/** A try to pay, in cents. */
export type PaymentFacts = Omit<OrderPayment, 'refunded' | 'by'> & { user_name: string; user_role: UserRole | null }

/** A difference about a payment of an order; amounts in cents. */
type OrderDifference = Omit<OrderReview, 'details'> & NonNullable<OrderReview['details']>

/** An order as it is sent. */
export interface OrderAnswer {
  order: Order
  metadata: OrderMetadata
}

/** What is sent where a practice has no contract. */
export const noOrder: z.infer<typeof CurrentOrder> = {
  order: null,
  metadata: { template_data: { startup_fee: null, monthly_fee: null, patients: [], volume: null, to_come: [] } },
}

/** An order in dollars, for a reader who may read it. */
export function presentOrder(reader: Actor, facts: OrderFacts): OrderAnswer {
  const {
    paper,
    assembled,
    later,
    payments,
    reviews,
    payable,
    period,
    takes_code,
    tax_percent,
    card_fee_percent,
    ...order
  } = facts
  const { lines, sums, volume } = assembled
  const isOpen = facts.fm_invoice_status === 'CURRENT'
  const mayEnter = isOpen && entersCharges(reader)
  const mayRemove = (row: LedgerRow) => mayEnter && isRemovable({ source: row.source, order_id: null, voided: false })
  const ofKind = (kind: OrderLine['kind']) => lines.filter((line) => line.kind === kind)
  const feeOf = (product: number) => lines.find(({ product_id }) => product_id === product)?.cents
  const adjustment = (line: OrderLine) => ({
    id: line.id,
    custom_description: line.description,
    value: toDollars(line.cents),
  })
  const charge = (line: OrderLine) => ({
    ...adjustment(line),
    promotion_code: line.promotion_code,
    is_periodic: line.rule_id !== null,
    details: line.details,
    patient: patientOf(line.row),
    action_date: line.row?.day ?? null,
    made_of: line.row && madeOf(reader, line.row),
    can_remove: line.row !== null && mayRemove(line.row),
  })
  return {
    order: {
      ...order,
      period_start: period?.start ?? null,
      period_end: period?.end ?? null,
      ...paper,
      order_items: ofKind('product').map((line) => ({
        id: line.id,
        product: { id: line.product_id!, name: line.description },
        value: toDollars(line.cents),
        patient: patientOf(line.row),
        details: line.details,
        is_hidden: 0,
        action_date: line.row?.day ?? null,
        start_date: line.start,
        end_date: line.end,
        made_of: line.row && madeOf(reader, line.row),
      })),
      charges: ofKind('charge').map(charge),
      discounts: ofKind('discount').map(charge),
      credits: ofKind('credit').map(adjustment),
      subtotal: toDollars(sums.subtotal),
      tax: toDollars(sums.tax),
      tax_rate_percent: Number(tax_percent),
      credit_card_fee: toDollars(sums.cardFee),
      credit_card_fee_percent: Number(card_fee_percent),
      total: toDollars(sums.total),
      payable: payable && presentPayable(payable),
      payments: payments.map((payment) => presentPayment(reader, payment)),
      reviews: reviews.map((review) => presentReview(reader, review)),
      can_add: mayEnter,
      can_add_code:
        takes_code && addsCodes(reader, { organization_id: paper.organization.id, organization_disabled: false }),
    },
    metadata: {
      template_data: {
        startup_fee: dollarsOf(feeOf(products.startupFee)),
        monthly_fee: dollarsOf(feeOf(products.monthlyFee)),
        patients:
          facts.template_version === 2 ? blocksOf(lines, { mayRemove, madeOf: (row) => madeOf(reader, row) }) : [],
        volume: volume && { printed_arches: volume.printedArches, discount: volume.rate / 10_000 },
        to_come: later.map((row) => ({
          id: row.id,
          day: row.day,
          label: row.label,
          details: row.why,
          patient: patientOf(row),
          value: toDollars(row.cents),
          can_remove: mayRemove(row),
        })),
      },
    },
  }
}

const dollarsOf = (cents: Cents | null | undefined): number | null =>
  cents === null || cents === undefined ? null : toDollars(cents)

const patientOf = (row: LedgerRow | null) =>
  row?.patient ? { id: row.patient_id, name: row.patient.patient_name, case_number: row.patient.case_number } : null

/** What a row is made of, and who caused it as the reader learns it (`billing/line-reasons`). */
export const madeOf = (reader: Pick<Actor, 'role'>, row: LedgerRow) => ({
  fee: row.fee,
  times: row.times,
  unit: toDollars(row.unit),
  price_list: row.price_list,
  price_overrides: row.price_overrides,
  by: nameOfDoer(reader, { name: row.user_name, role: row.user_role }),
})

const presentPayable = ({ card, bank, ...payable }: NonNullable<OrderFacts['payable']>): Order['payable'] => ({
  ...payable,
  totals: { card: toDollars(card), bank: toDollars(bank) },
})

/** A try to pay in dollars. The sum of its refunds is added in cents. */
export function presentPayment(
  reader: Pick<Actor, 'role'>,
  { value, refunds, user_name: name, user_role: role, ...payment }: PaymentFacts,
): OrderPayment {
  const refunded = refunds.reduce((sum, refund) => sum + refund.value, 0)
  return {
    ...payment,
    by: name && nameOfDoer(reader, { name, role }),
    value: toDollars(value),
    refunded: toDollars(refunded),
    refunds: refunds.map((refund) => ({ ...refund, value: toDollars(refund.value) })),
  }
}

/** What is under review; its amounts are for those who close it (`billing/on-invoice`). */
function presentReview(
  reader: Actor,
  { transaction, expected, reported, ...review }: OrderFacts['reviews'][number],
): OrderReview {
  const reviews = isStaff(reader.role) && holds(reader, [paymentDifferences.close.needs], null)
  const details = { transaction, expected: dollarsOf(expected), reported: dollarsOf(reported) }
  return { ...review, details: reviews ? details : null }
}
