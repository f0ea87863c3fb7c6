import { z } from 'zod'
import { Instant } from '../core/fields.ts'
import { invoiceStatusNames, paymentStatusNames } from './statuses.ts'

const Item = z.strictObject({
  id: z.int(),
  product: z.strictObject({ id: z.int(), name: z.string() }),
  /** Dollars. */
  value: z.number(),
})
/** A charge on an order, or what is taken off it. */
export const OrderAdjustment = z.strictObject({
  id: z.int(),
  custom_description: z.string(),
  /** Dollars, zero or more; of a discount and a credit, what it takes off. */
  value: z.number(),
})

/** What was paid back of a payment. */
export const OrderRefund = z.strictObject({
  id: z.int(),
  /** When the provider paid it back. */
  created_at: Instant,
  /** Dollars, more than zero. */
  value: z.number(),
})

/** A try to pay an order, declined ones too (`billing/payments`). */
export const OrderPayment = z.strictObject({
  id: z.int(),
  created_at: Instant,
  method: z.enum(['card', 'bank']),
  /** The kind of card, or the name of the bank. */
  brand: z.string(),
  last_four: z.string(),
  status: z.enum(paymentStatusNames),
  /** The provider's words; empty for none. */
  message: z.string(),
  /** The provider's number of the transaction; null where it made none. */
  transaction: z.string().nullable(),
  /** Dollars. */
  value: z.number(),
  /** Dollars that were paid back, all refunds together. */
  refunded: z.number(),
  refunds: z.array(OrderRefund),
})
export type OrderPayment = z.infer<typeof OrderPayment>

/** An invoice of a practice, or its open order, with everything on it. Amounts in dollars. */
export const Order = z.strictObject({
  id: z.int(),
  /** Its number; null while the order is open. */
  invoice_id: z.int().nullable(),
  fm_invoice_status: z.enum(invoiceStatusNames),
  fm_paid_at: Instant.nullable(),
  created_at: Instant,
  /** 2: in the layout by patient. */
  template_version: z.literal([1, 2]),
  organization: z.strictObject({ id: z.int(), name: z.string(), account_number: z.string() }),
  order_items: z.array(Item),
  charges: z.array(OrderAdjustment),
  discounts: z.array(OrderAdjustment.extend({ promotion_code: z.string().nullable() })),
  credits: z.array(OrderAdjustment),
  subtotal: z.number(),
  tax: z.number(),
  credit_card_fee: z.number(),
  total: z.number(),
  /** Every try to pay it, the oldest first. */
  payments: z.array(OrderPayment),
})
export type Order = z.infer<typeof Order>

/** An order in a line: what became of it. */
export const OrderBrief = z.strictObject({
  id: z.int(),
  invoice_id: z.int().nullable(),
  fm_invoice_status: z.enum(invoiceStatusNames),
  /** Dollars. */
  total: z.number(),
})
export type OrderBrief = z.infer<typeof OrderBrief>

/** What the layout of an order shows apart from its lines. */
export const OrderMetadata = z.strictObject({
  template_data: z.strictObject({
    /** Dollars; null where the order has none. */
    startup_fee: z.number().nullable(),
  }),
})
export type OrderMetadata = z.infer<typeof OrderMetadata>

/** What the lab sells once or by the month. */
export const Product = z.strictObject({
  id: z.int(),
  name: z.string(),
  /** Its price in dollars, before tax and card fee. */
  subtotal: z.number(),
})
export type Product = z.infer<typeof Product>

/** What a new practice is asked. */
export const SurveyQuestion = z.strictObject({
  id: z.int(),
  question: z.string(),
  survey_answers: z.array(z.strictObject({ id: z.int(), answer: z.string() })),
})
export type SurveyQuestion = z.infer<typeof SurveyQuestion>

export { otherAnswerId } from './survey.ts'
