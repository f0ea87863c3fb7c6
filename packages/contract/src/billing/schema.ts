import { z } from 'zod'
import { Instant } from '../core/fields.ts'
import { invoiceStatusNames } from './statuses.ts'

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
