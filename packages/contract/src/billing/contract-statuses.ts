/**
 * What the subscription of a practice is (`billing/payment-status`). A file of its own: the address of a list reads it on
 * every page.
 */
export const paymentStatusesOfContracts = ['PENDING', 'NOT_PAID', 'PAID', 'BLOCKED', 'SUSPENDED'] as const
export type PaymentStatusOfContract = (typeof paymentStatusesOfContracts)[number]
