import { z } from 'zod'
import { OrderBrief } from '../billing/schema.ts'
import { OrderPayment, ShownTotal } from '../billing/payment-schema.ts'
import { invoiceStatusNames, paymentStatusesOfContracts } from '../billing/statuses.ts'
import { Day, id, Instant, line, secret } from '../core/fields.ts'

/** The practice of a subscription. */
export const PracticeOfContract = z.strictObject({
  id: z.int(),
  name: z.string(),
  account_number: z.string(),
  is_disabled: z.boolean(),
  is_archived: z.boolean(),
})

/** The subscription of a practice (`billing/contract`). */
export const Contract = z.strictObject({
  id: z.int(),
  organization: PracticeOfContract,
  initial_payment_date: Day,
  /** The lab's day on which its newest paid order was paid; null while none was. */
  last_payment_date: Day.nullable(),
  /** Its closing day; null while nothing closes by itself: suspended, disabled or archived. */
  next_payment_date: Day.nullable(),
  suspended_at: Instant.nullable(),
  /** 1: suspended. */
  suspension_type: z.literal(1).nullable(),
  /** Suspended, or as its worst order. */
  payment_status: z.enum(paymentStatusesOfContracts),
  /** The state of its worst closed order, which a suspended contract shows, too; null: all of them are paid. */
  worst_order_status: z.enum(invoiceStatusNames).nullable(),
  license: z.strictObject({ id: z.int(), license_type: z.strictObject({ id: z.int(), name: z.string() }) }).nullable(),
  /** The open order; it has no sums here, because they are computed when it is read. */
  current_monthly_order: OrderBrief.nullable(),
  /** By what lists sort it: name, or account number of a practice without one. */
  full_name_sort: z.string(),
})
export type Contract = z.infer<typeof Contract>

/** What Close Invoice would charge now (`contracts/close-invoice`). */
export const CloseInvoicePlan = z.strictObject({
  /** The closed orders that it charges, the oldest first; none: it closes the open one and charges that. */
  orders: z.array(OrderBrief),
  closes_open: z.boolean(),
  /** Dollars: what the open order would come to, if it closed by hand today, as Resume closes it; null: nothing is on it. */
  open_total: z.number().nullable(),
  /** Dollars: what is charged, by the primary payment method. */
  total: z.number(),
  /** By what it is charged; null: the practice has no payment method, so that the charge fails. */
  method: z
    .strictObject({ payment_method_type: z.enum(['card', 'bank']), brand: z.string(), last_four: z.string() })
    .nullable(),
  /** A bank payment of an earlier order is under way. */
  bank_is_under_way: z.boolean(),
  /** Why it is not possible now, as text; null when it is. */
  why_not: z.string().nullable(),
})
export type CloseInvoicePlan = z.infer<typeof CloseInvoicePlan>

/** A payment method as the lab's people with `orders.manage` read it: nothing to charge it by. */
export const ShownMethod = z.strictObject({
  id: z.int(),
  is_primary: z.boolean(),
  payment_method_type: z.enum(['card', 'bank']),
  brand: z.string(),
  last_four: z.string(),
  /** The last month of a card, MM/YYYY; null of a bank account. */
  expires: z.string().nullable(),
  is_expired: z.boolean(),
})
export type ShownMethod = z.infer<typeof ShownMethod>

/** A subscription with everything that its page shows. */
export const ContractDetails = Contract.extend({
  /** Every try to pay one of its orders, the newest first, 200 at most. */
  attempts: z.array(OrderPayment.extend({ order: OrderBrief.pick({ id: true, invoice_id: true }).nullable() })),
  /** The practice's payment methods; null for readers without `orders.manage`. */
  payment_methods: z.array(ShownMethod).nullable(),
  /** Null for readers without `contracts.manage`. */
  close_invoice: CloseInvoicePlan.nullable(),
  can: z.strictObject({ close_invoice: z.boolean(), suspend: z.boolean(), resume: z.boolean() }),
})
export type ContractDetails = z.infer<typeof ContractDetails>

/** The total that the page showed: another one is refused. */
export const CloseInvoiceBody = z.strictObject({ expected_total: ShownTotal })
export type CloseInvoiceBody = z.infer<typeof CloseInvoiceBody>

/** A payment of an invoice by the practice (`billing/pay`). */
export const PayOrderBody = z.strictObject({ payment_method_id: id(), expected_total: ShownTotal })
export type PayOrderBody = z.infer<typeof PayOrderBody>

/** An invoice that ends without the payment provider (`billing/settled`). */
export const SettleOrderBody = z.strictObject({
  how: z.enum(['outside', 'written_off']),
  /** The number of the check, or why the lab gives it up. */
  reason: line(255),
  expected_total: ShownTotal,
  /** One's own password. */
  current_password: secret().optional(),
})
export type SettleOrderBody = z.infer<typeof SettleOrderBody>
