import { z } from 'zod'
import { Instant } from '../core/fields.ts'
import { differenceKindNames } from '../payment-differences/kinds.ts'
import { paymentKinds, paymentStatusNames } from './statuses.ts'

/** What was paid back of a payment. */
export const OrderRefund = z.strictObject({
  id: z.int(),
  /** When the provider paid it back. */
  created_at: Instant,
  /** Dollars, more than zero. */
  value: z.number(),
})

/** A try to pay an order, declined ones too (`billing/payments`), or what settled it outside the provider. */
export const OrderPayment = z.strictObject({
  id: z.int(),
  created_at: Instant,
  kind: z.enum(paymentKinds),
  /** Null where the practice had no payment method, and of what was settled outside. */
  method: z.enum(['card', 'bank']).nullable(),
  /** The kind of card, or the name of the bank. */
  brand: z.string(),
  last_four: z.string(),
  status: z.enum(paymentStatusNames),
  /** The provider's words; empty for none. */
  message: z.string(),
  /** Why it was settled outside; empty for charges. */
  reason: z.string(),
  /** Who paid by hand or settled it, as the reader learns it; empty: the portal by itself. */
  by: z.string(),
  /** The provider's number of the transaction; null where it made none. */
  transaction: z.string().nullable(),
  /** Dollars. */
  value: z.number(),
  /** Dollars that were paid back, all refunds together. */
  refunded: z.number(),
  refunds: z.array(OrderRefund),
})
export type OrderPayment = z.infer<typeof OrderPayment>

/**
 * The total in dollars that the page showed: another one is a 409, and nothing is charged. It can be as large as an order is
 * (docs/billing.md, Limits): up to what a number holds to the cent.
 */
export const ShownTotal = z.number().min(0).max(10_000_000_000_000)

/** What a reader can do about an invoice that is not paid (`billing/pay`, `billing/settled`). */
export const Payable = z.strictObject({
  /** Dollars, by what pays it: only cards bear the card fee. */
  totals: z.strictObject({ card: z.number(), bank: z.number() }),
  can_pay: z.boolean(),
  can_settle: z.boolean(),
  /** Why neither is possible now, as text; null when it is. */
  why_not: z.string().nullable(),
})

/** A payment of an order about which portal and provider say differently (`billing/on-invoice`). */
export const OrderReview = z.strictObject({
  id: z.int(),
  kind: z.enum(differenceKindNames),
  opened_at: Instant,
  /** When a person of the lab closed it; null while it is open. */
  closed_at: Instant.nullable(),
  /** For people with `orders.manage`; null for everyone else. */
  details: z
    .strictObject({
      /** The provider's number of the transaction. */
      transaction: z.string(),
      /** Dollars; null where the portal has no such payment. */
      expected: z.number().nullable(),
      /** Dollars; null where the provider named no amount. */
      reported: z.number().nullable(),
    })
    .nullable(),
})
export type OrderReview = z.infer<typeof OrderReview>
