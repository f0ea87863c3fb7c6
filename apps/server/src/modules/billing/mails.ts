import type { OrderKind } from '@archwire/contract/billing/lifecycle.ts'
import { dayWords, type Day } from '@archwire/contract/core/dates.ts'
import { accountMail, nameInMail, type LinkedWords } from '../../services/mail/template.ts'

/** The order that a notice is about. */
export interface NoticeOrder {
  id: number
  invoice_id: number
  /** In dollars, as people read it. */
  total: string
  /** The provider's words about its last payment. */
  message: string
  /** What became of the last payment, if it failed. */
  failure: 'declined' | 'returned' | 'charged back' | 'voided' | null
  /** What was paid back at this moment, in dollars as people read it. */
  refunded: string
  kind: OrderKind
  /** From this day on it is charged. */
  due_day: Day
  /** By what it is charged: "visa ending in 1111"; null: the practice has no payment method. */
  primary: string | null
  /** When the portal tries it again; null: not automatically. */
  next_try: Day | null
  /** An older invoice that is not paid comes first. */
  waits: boolean
  practice: string
}

/** A mail about an invoice. `name`: the owner; null: an additional address. */
export type PaymentMail = (
  name: string | null,
  order: NoticeOrder,
  about: { practice: string; link: string },
) => LinkedWords

/** An additional address belongs to someone who may not know the practice. */
const calledTo = (reader: string | null, practice: string) => (reader === null ? nameInMail(practice) : practice)
const dear = (name: string | null) => (name === null ? 'Hello,' : `Dear ${name},`)

/** The receipt of a payment (`billing/receipt`). */
export const receiptMail: PaymentMail = (name, { invoice_id, total }, { practice, link }) =>
  accountMail({
    subject: `Receipt for invoice ${invoice_id}`,
    greeting: dear(name),
    lead: `Thank you. We have received the payment of ${total} for invoice ${invoice_id} of ${calledTo(name, practice)}. The invoice can be downloaded in the portal.`,
    action: 'View the invoice',
    link,
  })

/** Why an additional address gets a mail of its own kind of trouble. */
const copied = 'You get this email because the practice added your address to these notifications.'

/** When, and by what, an invoice that has closed is charged. */
function howCharged({ due_day, primary, waits }: NoticeOrder): string {
  if (waits) return 'It will be charged once the older invoices are paid.'
  return primary === null
    ? `There is no payment method to charge it to. Please add one before ${dayWords(due_day)}.`
    : `It will be charged on ${dayWords(due_day)} to ${primary}.`
}

/** A monthly invoice that has closed (`billing/monthly-mail`): its total, and when and how it is charged. */
export const invoiceMail: PaymentMail = (name, order, { practice, link }) => ({
  subject: `Invoice ${order.invoice_id} from Archwire`,
  greeting: dear(name),
  lead: `Invoice ${order.invoice_id} of ${calledTo(name, practice)} is ready. Its total is ${order.total}. ${howCharged(order)}`,
  note: null,
  action: 'View the invoice',
  link,
  ...(name === null ? { why: copied } : {}),
})

/** What happens next with an invoice whose payment failed. The start-up fee is paid by a person alone. */
function whatNext({ kind, next_try }: NoticeOrder): string {
  if (kind === 'start_up')
    return 'The invoice is not paid, and no new cases can be started until it is. Please pay it by another payment method.'
  return next_try === null
    ? 'The invoice is not paid, and is not tried again by itself. Please pay it by another payment method.'
    : `We will try again on ${dayWords(next_try)}. You can pay it now, also by another payment method.`
}

/** A payment that was declined, returned by the bank, or taken back (`billing/bank`, `billing/retries`). */
export const failedMail: PaymentMail = (name, order, { practice, link }) => ({
  subject: `Payment of invoice ${order.invoice_id} failed`,
  greeting: dear(name),
  lead: `The payment of ${order.total} for invoice ${order.invoice_id} of ${calledTo(name, practice)} failed. ${whatNext(order)}`,
  note: order.message || null,
  action: 'Pay the invoice',
  link,
  ...(name === null ? { why: copied } : {}),
})

/** The last retry failed (`billing/blocked`). */
export const blockedMail: PaymentMail = (name, { invoice_id, total, message }, { practice, link }) => ({
  subject: `Invoice ${invoice_id} is not paid: new cases are blocked`,
  greeting: dear(name),
  lead: `Invoice ${invoice_id} of ${calledTo(name, practice)}, ${total}, could not be charged. New cases, prints and corrections are blocked until it is paid. We do not try again by ourselves; please pay it in the portal.`,
  note: message || null,
  action: 'Pay the invoice',
  link,
  ...(name === null ? { why: copied } : {}),
})

/** A payment that the lab paid back, all of it or a part (`billing/refunds`). */
export const refundMail: PaymentMail = (name, { invoice_id, refunded }, { practice, link }) =>
  accountMail({
    subject: `Refund for invoice ${invoice_id}`,
    greeting: dear(name),
    lead: `${refunded} of the payment for invoice ${invoice_id} of ${calledTo(name, practice)} has been refunded. The invoice in the portal shows the refund.`,
    action: 'View the invoice',
    link,
  })
