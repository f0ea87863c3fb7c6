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
  practice: string
}

/** A mail about an invoice. `name`: the owner; null: an additional address. */
export type PaymentMail = (
  name: string | null,
  order: NoticeOrder,
  about: { practice: string; link: string },
) => LinkedWords

/** An additional address belongs to somebody who may not know the practice. */
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

/** A payment that was returned by the bank, or taken back (`billing/bank`). */
export const failedMail: PaymentMail = (name, { invoice_id, total, message }, { practice, link }) => ({
  subject: `Payment of invoice ${invoice_id} failed`,
  greeting: dear(name),
  lead: `The payment of ${total} for invoice ${invoice_id} of ${calledTo(name, practice)} failed. The invoice is not paid, and no new cases can be started until it is. Please pay it by another payment method.`,
  note: message || null,
  action: 'Pay the invoice',
  link,
  ...(name === null
    ? { why: 'You get this email because the practice added your address to these notifications.' }
    : {}),
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
