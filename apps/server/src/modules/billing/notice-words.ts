import { dayWords } from '@archwire/contract/core/dates.ts'
import type { EventOf } from '@archwire/contract/subjects.ts'
import type { NotificationKind } from '@archwire/contract/notifications/kinds.ts'
import {
  blockedMail,
  failedMail,
  invoiceMail,
  receiptMail,
  refundMail,
  type NoticeOrder,
  type PaymentMail,
} from './mails.ts'

interface NoticeWords {
  /** The organization's setting; null for a notice that has none. */
  kind: NotificationKind | null
  /** The bell's text, for owners and managers; absent for what they see on the page. */
  message?: (order: NoticeOrder) => string
  /** The bell's text for owners alone, for what managers have nothing to do with. */
  owners?: (order: NoticeOrder) => string
  /** The bell's text for the lab's people who manage invoices. */
  lab?: (order: NoticeOrder) => string
  /** To each owner. */
  mail?: PaymentMail
  /** Whether the mail leads to the page of the invoice, and not to where it is paid. */
  mailToInvoice?: true
}

/** Where the notices about an invoice lead (`notices/payments`). */
export const noticeLinks = {
  /** The invoices of the practice, those that are not paid first; of that practice, of several that a person belongs to. */
  practice: (organizationId: number) => `/account?tab=4&organization=${organizationId}`,
  lab: (contractId: number) => `/subscriptions/${contractId}`,
  invoice: (id: number) => `/orders/${id}`,
}

/** The notices about an invoice, one entry per activity that sends any (`notices/payments`). */
export const noticeWords: Partial<Record<EventOf<'order'>, NoticeWords>> = {
  closed: {
    kind: 'monthly_invoice',
    message: ({ invoice_id, total, due_day, waits }) =>
      `Invoice ${invoice_id} of ${total} is ready. It will be charged ${waits ? 'once the older invoices are paid' : `on ${dayWords(due_day)}`}`,
    mail: invoiceMail,
  },
  paid: {
    kind: null,
    message: ({ invoice_id, total }) => `Your payment of ${total} for invoice ${invoice_id} has been received`,
    mail: receiptMail,
    mailToInvoice: true,
  },
  payment_pending: {
    kind: null,
    message: ({ invoice_id, total }) => `Your payment of ${total} for invoice ${invoice_id} is being processed`,
  },
  payment_failed: {
    kind: 'payment_failed',
    message: ({ invoice_id, total, next_try }) =>
      next_try === null
        ? `Your payment of ${total} for invoice ${invoice_id} failed. An owner of the practice has to pay it again`
        : `Your payment of ${total} for invoice ${invoice_id} failed. We will try again on ${dayWords(next_try)}`,
    lab: ({ invoice_id, total, practice, failure }) =>
      `The payment of ${total} for invoice ${invoice_id} of ${practice} was ${failure ?? 'returned'}`,
    mail: failedMail,
  },
  blocked: {
    kind: 'payment_failed',
    message: ({ invoice_id }) =>
      `Invoice ${invoice_id} is not paid. New cases, prints and corrections are blocked until an owner of the practice pays it`,
    lab: ({ invoice_id, total, practice }) => `${practice} is blocked: invoice ${invoice_id} of ${total} is not paid`,
    mail: blockedMail,
  },
  payment_refunded: {
    kind: null,
    message: ({ invoice_id, refunded }) => `${refunded} of your payment for invoice ${invoice_id} has been refunded`,
    lab: ({ invoice_id, refunded, practice }) =>
      `${refunded} of the payment for invoice ${invoice_id} of ${practice} was refunded`,
    mail: refundMail,
    mailToInvoice: true,
  },
  // Who tried sees the refusal on the page.
  payment_declined: {
    kind: 'payment_failed',
    owners: ({ invoice_id, total }) => `A payment of ${total} for invoice ${invoice_id} was declined`,
    lab: ({ invoice_id, total, practice }) =>
      `A payment of ${total} for invoice ${invoice_id} of ${practice} was declined`,
  },
}
