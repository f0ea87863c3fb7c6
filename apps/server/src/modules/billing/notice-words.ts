import type { EventOf } from '@archwire/contract/subjects.ts'
import type { LiveNotificationKind } from '@archwire/contract/notifications/kinds.ts'
import { failedMail, receiptMail, type NoticeOrder, type PaymentMail } from './mails.ts'

interface NoticeWords {
  /** The organization's setting; null for a notice that has none. */
  kind: LiveNotificationKind | null
  /** The bell's text, for owners and managers. */
  message: (order: NoticeOrder) => string
  link: (order: NoticeOrder) => string
  /** To each owner. */
  mail?: PaymentMail
}

const invoicePage = ({ id }: NoticeOrder) => `/orders/${id}`

/** The notices about an invoice, one entry per activity that sends any (`notices/payments`). */
export const noticeWords: Partial<Record<EventOf<'order'>, NoticeWords>> = {
  paid: {
    kind: null,
    message: ({ invoice_id, total }) => `Your payment of ${total} for invoice ${invoice_id} has been received`,
    link: invoicePage,
    mail: receiptMail,
  },
  payment_pending: {
    kind: null,
    message: ({ invoice_id, total }) => `Your payment of ${total} for invoice ${invoice_id} is being processed`,
    link: invoicePage,
  },
  payment_failed: {
    kind: 'payment_failed',
    message: ({ invoice_id, total }) =>
      `Your payment of ${total} for invoice ${invoice_id} failed. An owner of the practice has to pay it again`,
    // It is read by people who cannot pay, too; it leads those who can to where they do.
    link: invoicePage,
    mail: failedMail,
  },
}
