import { OutcomeUnknown } from '../../kernel/effects.ts'
import type { Cents } from '@archwire/contract/core/money.ts'

/** A practice as it is described to the provider. */
export interface NewCustomer {
  company: string
  first_name: string
  last_name: string
  email: string
}

/** A payment method as the provider keeps it. Numbers are at the provider alone. */
export interface ProviderMethod {
  id: string
  customer_id: string
  method: 'card' | 'bank'
  /** The kind of card ("Visa"), or the name of the bank. */
  brand: string
  last_four: string
  /** YYYY-MM of a card. */
  expires: string | null
}

/** A sum to be charged. `key`: the same key is the same charge, however often it is asked for. */
export interface Charge {
  key: string
  customer_id: string
  method_id: string
  cents: Cents
  /** Of the total; what the provider shows on its side. */
  tax_cents: Cents
  /** What it is for, as the lab's bookkeeper reads it at the provider. */
  memo: string
}

/**
 * What became of a charge. `pending`: a bank account's; a report says later whether it was paid or returned. `declined`: the
 * message is the provider's, for the person who pays.
 */
export type ChargeResult =
  | {
      status: 'paid' | 'pending'
      transaction_id: string
      message: string
      /** The sum that was charged; absent where the provider does not say. */
      cents?: Cents | undefined
    }
  | { status: 'declined'; transaction_id: string | null; message: string }

/** What a transaction is now. Later states win over earlier ones, in whatever order they are reported. */
export type TransactionStatus = 'pending' | 'paid' | 'declined' | 'returned' | 'refunded' | 'voided'

/** What was paid back of a charge, as the provider says. */
export interface ProviderRefund {
  /** Its number at the provider. */
  id: string
  cents: Cents
  /** Null where the provider does not say. */
  occurred_at: Date | null
}

/** What the provider says about the money of a transaction. */
export interface TransactionSums {
  /** The sum that was charged; null where the provider does not say. */
  cents: Cents | null
  /** How much of it was paid back, all refunds together; null where the provider does not say. */
  refunded_cents: Cents | null
  /** The refunds that it names; there may be more of them. */
  refunds: ProviderRefund[]
}

/** A report of the provider. */
export interface ProviderEvent extends TransactionSums {
  id: string
  type: string
  /** Null: about something else than a transaction. */
  transaction_id: string | null
  /** Null: of a type that this portal does not know, or about a refund alone. */
  status: TransactionStatus | null
  message: string
  occurred_at: Date
}

/** The provider did not answer, or not with a result: whether it did what it was asked is unknown. */
export class ProviderUnreachable extends OutcomeUnknown {}
/** The provider refused what it was asked, in its own words; nothing was done. */
export class ProviderRefused extends Error {}
/** A report whose signature or time is wrong. */
export class UnsignedEvent extends Error {}

/** Where the provider's fields come from. */
export interface PaymentFieldsSource {
  /** The address of the provider's script, and the origin that this script and its frames come from. */
  script: string
  origin: string
  /** Further origins that the script loads frames from and calls; the stand-in has none. */
  more_origins?: string[]
  /** The public key of the lab's account. */
  web_token: string
  is_stand_in: boolean
}

/**
 * The payment provider. Every call may take seconds and must be made outside of transactions. Calls that take a `key` do
 * what they do once for each key. All throw ProviderUnreachable where the outcome is unknown, ProviderRefused where nothing
 * was done.
 */
export interface PaymentProvider {
  /** What the browser needs to show the provider's fields, and what pages may load for them. */
  fields: PaymentFieldsSource
  createCustomer(customer: NewCustomer, key: string): Promise<{ id: string }>
  /** A method that the browser has given to the provider. @throws ProviderRefused when there is none with this id */
  findMethod(id: string): Promise<ProviderMethod>
  /** Removes a method; one that was removed before is fine. */
  removeMethod(id: string): Promise<void>
  charge(charge: Charge): Promise<ChargeResult>
  /**
   * The charge that was made under a key; null for none that is known. One that was taken back is declined. Before a key is given up, `charge` is asked again
   * under it: the answer is then the charge that was made, or a new one.
   */
  findCharge(key: string): Promise<ChargeResult | null>
  /** What a transaction is now; null for an unknown one. */
  findTransaction(id: string): Promise<({ status: TransactionStatus; message: string } & TransactionSums) | null>
  /** Takes back a charge that was not settled yet. */
  void(transactionId: string, key: string): Promise<void>
  /** Pays back a charge or a part of it. */
  refund(transactionId: string, cents: Cents, key: string): Promise<void>
  /**
   * Reads a report: raw body and headers, as they arrived.
   * @throws UnsignedEvent for a wrong signature or one older than 300 seconds
   */
  readEvent(body: Uint8Array, headers: Record<string, string | string[] | undefined>, now: Date): ProviderEvent
}
