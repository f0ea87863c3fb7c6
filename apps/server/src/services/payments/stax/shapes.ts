import { z } from 'zod'
import { holdsCardNumber } from '@archwire/contract/core/card-number.ts'
import { toCents } from '@archwire/contract/core/money.ts'
import type { ChargeResult, ProviderMethod, ProviderRefund, TransactionStatus, TransactionSums } from '../port.ts'
import { plainWords, safeWords } from './client.ts'
import { timeOf } from './time.ts'

/** What of the API's objects is read; everything else in them is ignored. */
const text = z
  .string()
  .nullish()
  .transform((value) => plainWords(value ?? ''))

/** Words for people. */
const words = z
  .string()
  .nullish()
  .transform((value) => safeWords(value ?? ''))

export const StaxCustomer = z.looseObject({ id: z.string().min(1), reference: text })
export const StaxCustomers = z.looseObject({ data: z.array(StaxCustomer) })

export const StaxMethod = z.looseObject({
  id: z.string().min(1),
  customer_id: z.string(),
  method: z.enum(['card', 'bank']),
  card_type: text,
  card_last_four: text,
  /** MMYYYY */
  card_exp: text,
  bank_name: text,
  deleted_at: text,
})

const amount = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => Number(value ?? 0))

/** A void or a refund of a charge. */
const StaxChild = z.looseObject({
  id: text,
  type: text,
  success: z.boolean().nullish(),
  message: words,
  total: amount,
  idempotency_id: text,
  created_at: text,
})

export const StaxTransaction = z.looseObject({
  id: z.string().min(1),
  /** `charge`, or `void` and `refund` of the charge that `reference_id` names. */
  type: text,
  reference_id: text,
  idempotency_id: text,
  success: z.boolean(),
  message: words,
  method: text,
  total: amount,
  total_refunded: amount,
  settled_at: text,
  is_voided: z.boolean().nullish(),
  created_at: text,
  updated_at: text,
  meta: z.unknown().optional(),
  child_transactions: z.array(StaxChild).nullish(),
})
export type StaxTransaction = z.infer<typeof StaxTransaction>
export const StaxTransactions = z.looseObject({ data: z.array(StaxTransaction) })

/** Kinds of cards as people write them. */
export const cardNames: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  american_express: 'American Express',
  discover: 'Discover',
}

/** A payment method as the port describes it. */
export function methodOf(method: z.infer<typeof StaxMethod>): ProviderMethod {
  const { id, customer_id, card_type, card_exp } = method
  const isCard = method.method === 'card'
  return {
    id,
    customer_id,
    method: method.method,
    brand: isCard
      ? (cardNames[card_type.toLowerCase()] ?? brandOf(card_type, 'Card'))
      : brandOf(method.bank_name, 'Bank account'),
    last_four: method.card_last_four.replaceAll(/\D/g, '').slice(-4).padStart(4, '0'),
    expires:
      isCard && /^(0[1-9]|1[0-2])[1-9]\d{3}$/.test(card_exp) ? `${card_exp.slice(2)}-${card_exp.slice(0, 2)}` : null,
  }
}

/** The name of a bank is typed by a person and can contain anything (`billing/no-card-numbers`). */
const brandOf = (name: string, otherwise: string): string =>
  name === '' || holdsCardNumber(name) ? otherwise : plainWords(name, 60)

/**
 * What a transaction is now. A bank account's charge succeeds at once and settles days later; if the bank returns it, a
 * void with the bank's reason is added to it. A void of ours has no reason.
 */
export function statusOf(transaction: StaxTransaction): { status: TransactionStatus; message: string } {
  const { success, message, method, settled_at, is_voided, total, total_refunded } = transaction
  if (!success) return { status: 'declined', message }
  const voids = (transaction.child_transactions ?? []).filter(
    ({ type, success }) => type === 'void' && success !== false,
  )
  if (is_voided || voids.length > 0) {
    const reason = voids.find((child) => child.message !== '')?.message ?? ''
    return method === 'bank' && reason !== ''
      ? { status: 'returned', message: reason }
      : { status: 'voided', message: reason }
  }
  if (total > 0 && toCents(total_refunded) >= toCents(total)) return { status: 'refunded', message }
  return { status: method === 'bank' && settled_at === '' ? 'pending' : 'paid', message }
}

/** An amount of the API that says something, in cents. */
const centsOf = (dollars: number): number | null => (dollars > 0 ? toCents(dollars) : null)

/** What is said of a charge's money: its sum, and what was paid back of it. */
export function sumsOf({ total, total_refunded, child_transactions }: StaxTransaction): TransactionSums {
  const refunds = (child_transactions ?? []).flatMap((child) =>
    child.type === 'refund' && child.success !== false ? (refundOf(child) ?? []) : [],
  )
  return { cents: centsOf(total), refunded_cents: centsOf(total_refunded), refunds }
}

/** A refund of a charge; undefined for one without number or sum. */
export function refundOf({ id, total, created_at }: z.infer<typeof StaxChild>): ProviderRefund | undefined {
  const cents = centsOf(total)
  return id === '' || cents === null ? undefined : { id, cents, occurred_at: timeOf(created_at) ?? null }
}

/** What a charge came to; one whose money was given back before it was known here is declined. */
export function chargeResultOf(transaction: StaxTransaction): ChargeResult {
  const { id: transaction_id, success, total } = transaction
  const { status, message } = statusOf(transaction)
  if (!success) return { status: 'declined', transaction_id, message: message || 'The payment was declined.' }
  if (status !== 'paid' && status !== 'pending')
    return { status: 'declined', transaction_id, message: message || 'The payment was taken back.' }
  return { status, transaction_id, message, ...(total > 0 && { cents: toCents(total) }) }
}
