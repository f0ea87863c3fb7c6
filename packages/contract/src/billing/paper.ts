import type { Order, OrderPayment } from './schema.ts'
import { paymentStatuses } from './statuses.ts'

/** A line of an invoice as page, PDF and CSV show it. Dollars; what is taken off is negative. */
export interface PaperLine {
  type: 'Product' | 'Charge' | 'Discount' | 'Credit'
  label: string
  value: number
}

/** `+ 0` turns -0 into 0. */
const off = (value: number): number => -value + 0

/** The lines of an invoice from top to bottom. */
export const paperLines = (order: Order): PaperLine[] => [
  ...order.order_items.map(({ product, value }) => ({ type: 'Product' as const, label: product.name, value })),
  ...order.charges.map(({ custom_description: label, value }) => ({ type: 'Charge' as const, label, value })),
  ...order.discounts.map(({ custom_description, promotion_code: code, value }) => ({
    type: 'Discount' as const,
    label: code === null ? custom_description : `${custom_description} (${code})`,
    value: off(value),
  })),
  ...order.credits.map(({ custom_description: label, value }) => ({
    type: 'Credit' as const,
    label,
    value: off(value),
  })),
]

/** The sums below the lines, the total last. */
export const paperSums = ({ subtotal, tax, credit_card_fee, total }: Order): [label: string, value: number][] => [
  ['Subtotal', subtotal],
  ['Tax', tax],
  ['Card fee', credit_card_fee],
  ['Total', total],
]

/** A try to pay an invoice, or a refund, as page, PDF and CSV list them. Dollars; a refund is negative. */
export interface PaperPayment {
  type: 'Payment' | 'Refund'
  /** When it happened. */
  at: string
  /** How it was paid: "Visa ending in 1111". */
  label: string
  /** What became of a try; null for a refund. */
  status: OrderPayment['status'] | null
  /** The provider's words; empty for none. */
  message: string
  value: number
}

/** The tries to pay an invoice from the oldest to the newest, each with its refunds below it. */
export const paperPayments = ({ payments }: Order): PaperPayment[] =>
  payments.flatMap(({ created_at: at, brand, last_four, status, message, value, refunds }) => {
    const label = `${brand} ending in ${last_four}`
    return [
      { type: 'Payment' as const, at, label, status, message, value },
      ...refunds.map((refund) => ({
        type: 'Refund' as const,
        at: refund.created_at,
        label,
        status: null,
        message: '',
        value: off(refund.value),
      })),
    ]
  })

/** A payment or refund in words for papers, which have no columns for its parts: "Visa ending in 1111, Paid, 2026-11-21". */
export const paymentWords = ({ label, status, message }: PaperPayment, day: string): string =>
  [label, status && paymentStatuses[status].label, day].filter(Boolean).join(', ') + (message && `: ${message}`)
