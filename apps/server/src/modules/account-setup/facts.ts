import type { AccountDetails } from '@archwire/contract/account-setup/schema.ts'
import type { InvoiceStatus } from '@archwire/contract/billing/statuses.ts'
import type { NewOrder, OrderSums, StartUpOrder } from '../billing/index.ts'
import type { ChargedMethod } from '../payments/index.ts'

/** What decides how far the account setup of a practice got. */
export interface SetupFacts {
  has_main_location: boolean
  fee_settled: boolean
  fee_waived: boolean
  details_saved: boolean
  has_method: boolean
  /** Of the order with the start-up fee; null while there is none. */
  order_status: InvoiceStatus | null
  /** A payment was started whose result is not known yet. */
  in_progress: boolean
}

/** A practice in its account setup. */
export interface Setup extends SetupFacts {
  account_number: string
  details: AccountDetails | null
  /** 0 while there are none. */
  version: number
  order: StartUpOrder | null
  /** The primary payment method. */
  method: ChargedMethod | null
}

/** What a purchase does about the order with the start-up fee. */
export type PurchaseOrder =
  | { step: 'leave' }
  | { step: 'pay_again'; id: number; sums: OrderSums }
  | ({ step: 'make' } & NewOrder)

/** What a purchase charges and makes; kept as JSON (docs/decisions/081). */
export interface PurchaseIntent {
  /** From which the person asked, for the audit log. */
  address: string
  /** The day on the lab's calendar on which the contract starts. */
  day: string
  details: AccountDetails
  method: ChargedMethod
  order: PurchaseOrder
  sums: OrderSums
  /** What the lab's bookkeeper reads at the provider. */
  memo: string
}
