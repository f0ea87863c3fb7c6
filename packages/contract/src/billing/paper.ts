import type { Order } from './schema.ts'

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
