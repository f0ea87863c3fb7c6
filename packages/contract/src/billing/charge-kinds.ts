/** What caused a row of the ledger (`billing/ledger`). */
export const chargeSources = ['form', 'rush', 'change', 'print', 'order', 'by_hand', 'patient', 'carried'] as const
export type ChargeSource = (typeof chargeSources)[number]

/** Why a row was voided (`billing/ledger`). */
export const voidReasons = ['canceled', 'changed', 'removed'] as const
export type VoidReason = (typeof voidReasons)[number]

/** What the difference is called that a change adds to closed orders (`billing/case-rows`). */
export const changedPrescription = 'Changed prescription'

/** The products that lines of orders name beside the start-up fee (`billing/product`). */
export const products = { startupFee: 1, seat: 2, monthlyFee: 3, case: 4, print: 5, shipping: 6, rush: 7 } as const
