/** What portal and payment provider can say differently (`billing/to-look-at`), as people read it. */
export const differenceKinds = {
  unknown_payment: {
    label: 'Unknown payment',
    says: 'The provider reported a payment that the portal does not know, or that was declined here.',
  },
  other_sum: { label: 'Other amount', says: 'The provider reported another amount than the payment has.' },
  charged_other_sum: {
    label: 'Charged another amount',
    says: 'The provider charged another amount than it was asked for. The practice cannot pay until it is refunded.',
  },
  other_refund: { label: 'Refunds too high', says: 'The provider reported more refunds than the payment has.' },
} as const satisfies Record<string, { label: string; says: string }>
export type DifferenceKind = keyof typeof differenceKinds
export const differenceKindNames = Object.keys(differenceKinds) as DifferenceKind[]
