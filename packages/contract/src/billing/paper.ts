import { differenceKinds } from '../payment-differences/kinds.ts'
import { products } from './charge-kinds.ts'
import type { Order, OrderMetadata, PaperAddress, PatientBlock } from './schema.ts'
import type { OrderPayment, OrderReview } from './payment-schema.ts'
import { paymentStatuses, settledLabels } from './statuses.ts'

/** A line of an invoice as page, PDF and CSV show it. Dollars; what is taken off is negative. */
export interface PaperLine {
  type: 'Product' | 'Charge' | 'Discount' | 'Credit'
  label: string
  /** What it is for, in words; empty for none. */
  details: string
  /** The patient's name, and the code of the case, which every paper says beside it; empty for lines of the practice. */
  patient: string
  code: string
  value: number
}

/** The code of a case: "C-102". */
export const caseCode = (number: number): string => `C-${number}`

/** An address in one line; what is empty is left out. */
export const addressWords = ({ name, city, state, zip_code, country, ...street }: PaperAddress): string =>
  [name, street.street_address, street.street_address_line_2, city, `${state} ${zip_code}`.trim(), country]
    .filter(Boolean)
    .join(', ')

/** `+ 0` turns -0 into 0. */
const off = (value: number): number => -value + 0

const first: readonly number[] = [products.startupFee, products.monthlyFee, products.seat]
/**
 * What an invoice shows of its items: the start-up fee, the monthly fee and the seats, then the others as they are. A start-up fee of
 * nothing is left out, and what is hidden.
 */
export function paperItems({ order_items }: Pick<Order, 'order_items'>): Order['order_items'] {
  const shown = order_items.filter(
    ({ is_hidden, product, value }) => is_hidden === 0 && (value > 0 || product.id !== products.startupFee),
  )
  return [
    ...first.flatMap((id) => shown.filter(({ product }) => product.id === id)),
    ...shown.filter(({ product }) => !first.includes(product.id)),
  ]
}

const named = (patient: Order['order_items'][number]['patient']) => ({
  patient: patient?.name ?? '',
  code: patient ? caseCode(patient.case_number) : '',
})

/** The lines of an invoice from top to bottom. */
export const paperLines = (order: Order): PaperLine[] => [
  ...paperItems(order).map(({ product, value, details, patient }) => ({
    type: 'Product' as const,
    label: product.name,
    details,
    ...named(patient),
    value,
  })),
  ...order.charges.map((charge) => ({ type: 'Charge' as const, ...adjusted(charge) })),
  ...order.discounts.map((discount) => ({
    type: 'Discount' as const,
    ...adjusted(discount),
    value: off(discount.value),
  })),
  ...order.credits.map(({ custom_description: label, value }) => ({
    type: 'Credit' as const,
    label,
    details: '',
    ...named(null),
    value: off(value),
  })),
]

const adjusted = ({ custom_description, promotion_code: code, details, patient, value }: Order['charges'][number]) => ({
  label: code === null ? custom_description : `${custom_description} (${code})`,
  details,
  ...named(patient),
  value,
})

/** An order without the lines of cases: what is beside the blocks of the layout by patient. */
export const besideBlocks = (order: Order): Order => ({
  ...order,
  order_items: order.order_items.filter(({ patient }) => patient === null),
  charges: order.charges.filter(({ patient }) => patient === null),
  discounts: order.discounts.filter(({ patient }) => patient === null),
})

/** A line in the block of a case. Dollars; what is taken off is negative. */
export interface BlockLine {
  type: 'Base fee' | 'Add-on' | 'Deduction' | 'Charge' | 'Discount'
  label: string
  details: string
  value: number
}

/** The lines of a block from top to bottom: base fee, add-ons, deductions, charges by hand. */
export const blockLines = (block: PatientBlock): BlockLine[] => [
  ...block.base_lines.map((line) => ({ type: 'Base fee' as const, ...line })),
  ...block.add_ons.map((line) => ({ type: 'Add-on' as const, ...line })),
  ...block.deductions.map((line) => ({ type: 'Deduction' as const, ...line, value: off(line.value) })),
  ...block.charges.map(({ description: label, value, is_discount }) => ({
    type: is_discount ? ('Discount' as const) : ('Charge' as const),
    label,
    details: '',
    value: is_discount ? off(value) : value,
  })),
]

/** Whether an order is laid out by patient. */
export const hasBlocks = ({ template_version }: Pick<Order, 'template_version'>, { template_data }: OrderMetadata) =>
  template_version === 2 && template_data.patients.length > 0

/** A percentage on papers: "6.875 %". */
const percent = (rate: number): string => `${rate} %`

/** The sums below the lines, the total last. Where tax or card fee are taken, the label says their rate. */
export const paperSums = (order: Order): [label: string, value: number][] => [
  ['Subtotal', order.subtotal],
  [order.tax === 0 ? 'Tax' : `Tax (${order.tax_state}, ${percent(order.tax_rate_percent)})`, order.tax],
  [
    order.credit_card_fee === 0 ? 'Card fee' : `Card fee (${percent(order.credit_card_fee_percent)})`,
    order.credit_card_fee,
  ],
  ['Total', order.total],
]

/** A try to pay an invoice, or a refund, as page, PDF and CSV list them. Dollars; a refund is negative. */
export interface PaperPayment {
  type: 'Payment' | 'Refund'
  /** When it happened. */
  at: string
  /** How it was paid: "Visa ending in 1111". */
  label: string
  /** What became of a try; null for a refund, and where the label says how the lab settled it. */
  status: OrderPayment['status'] | null
  /** The provider's words, or why the lab settled it; empty for none. */
  message: string
  /** Who paid by hand or settled it, as the reader learns it; empty for no one. */
  by: string
  value: number
}

/** How a try was made: "Visa ending in 1111", "No payment method", "Paid outside" (`billing/payments`, `billing/settled`). */
export function paymentLabel({
  kind,
  method,
  brand,
  last_four,
}: Pick<OrderPayment, 'kind' | 'method' | 'brand' | 'last_four'>): string {
  if (kind !== 'charge') return settledLabels[kind]
  return method === null ? 'No payment method' : `${brand} ending in ${last_four}`
}

/** What became of a try, and its words: the provider's, or why the lab settled it. */
export const paymentOutcome = ({
  kind,
  status,
  message,
  reason,
}: Pick<OrderPayment, 'kind' | 'status' | 'message' | 'reason'>): Pick<PaperPayment, 'status' | 'message'> =>
  kind === 'charge' ? { status, message } : { status: null, message: reason }

/** The tries to pay an invoice from the oldest to the newest, each with its refunds below it. */
export const paperPayments = ({ payments }: Order): PaperPayment[] =>
  payments.flatMap((payment) => {
    const { created_at: at, by, value, refunds } = payment
    const label = paymentLabel(payment)
    return [
      { type: 'Payment' as const, at, label, ...paymentOutcome(payment), by, value },
      ...refunds.map((refund) => ({
        type: 'Refund' as const,
        at: refund.created_at,
        label,
        status: null,
        message: '',
        by: '',
        value: off(refund.value),
      })),
    ]
  })

/** A payment or refund in words for papers, which have no columns for its parts: "Visa ending in 1111, Paid, 2026-11-21". */
export const paymentWords = ({ label, status, message }: PaperPayment, day: string): string =>
  [label, status && paymentStatuses[status].label, day].filter(Boolean).join(', ') + (message && `: ${message}`)

/**
 * A payment under review in words, the same for everyone: papers are handed on, and the reported amount is not for the
 * practice (`billing/on-invoice`).
 */
export const reviewWords = ({ kind, closed_at }: Pick<OrderReview, 'kind' | 'closed_at'>): string =>
  `${differenceKinds[kind].paper} The lab ${closed_at === null ? 'is reviewing' : 'has reviewed'} it.`
