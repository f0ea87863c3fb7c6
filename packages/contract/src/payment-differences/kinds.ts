/**
 * What portal and payment provider can say differently (`billing/to-look-at`), as people read it; `paper` on the invoice,
 * where a practice reads it, without the reported amount.
 */
export const differenceKinds = {
  unknown_payment: {
    label: 'Unknown payment',
    says: 'The provider reported a payment that the portal does not know, or that was declined here.',
    paper: 'A payment of this invoice that was declined may have been charged.',
  },
  other_sum: {
    label: 'Other amount',
    says: 'The provider reported another amount than the payment has.',
    paper: 'Another amount was reported for a payment of this invoice.',
  },
  charged_other_sum: {
    label: 'Charged another amount',
    says: 'The provider charged another amount than it was asked for. The practice cannot pay until it is refunded.',
    paper: 'Another amount was charged for this invoice than was asked for.',
  },
  not_found: {
    label: 'Payment not found',
    says: 'The payment is pending here, and the provider does not know it. Search for it there. If it is still pending when you mark it as reviewed, it ends as declined, and its invoice is not paid.',
    paper: 'The payment provider does not know a payment of this invoice.',
  },
  other_refund: {
    label: 'Refunds too high',
    says: 'The provider reported more refunds than the payment has.',
    paper: 'More refunds were reported than a payment of this invoice has.',
  },
} as const satisfies Record<string, { label: string; says: string; paper: string }>
export type DifferenceKind = keyof typeof differenceKinds
export const differenceKindNames = Object.keys(differenceKinds) as DifferenceKind[]
