import type { Cents } from '@archwire/contract/core/money.ts'
import { OutcomeUnknown, type EffectCall } from '../../kernel/effects.ts'
import { ProviderRefused, type ChargeResult, type PaymentProvider } from '../../services/payments/port.ts'

/** What is charged at the provider. */
export interface Wanted {
  method: { customer_id: string; provider_id: string }
  sums: { total: Cents; tax: Cents }
  /** What the lab's bookkeeper reads at the provider. */
  memo: string
}

/** Milliseconds after which a charge that was sent can no longer arrive at the provider. */
const arrivesWithin = 10 * 60_000

/**
 * Charges the total; null where it is zero. A refusal says nothing about an earlier call under the same key that may still
 * arrive: until it cannot, the outcome is open. @throws OutcomeUnknown
 */
export async function chargeTotal(
  payments: PaymentProvider | undefined,
  { method, sums, memo }: Wanted,
  { key, isRepeated, age }: EffectCall,
): Promise<ChargeResult | null> {
  if (sums.total === 0) return null
  if (!payments) throw new OutcomeUnknown('This server has no payment provider.')
  const made = isRepeated ? await madeBefore(payments, key) : null
  if (made) return ofSum(payments, made, sums.total)
  const { customer_id, provider_id: method_id } = method
  try {
    const charge = { key, customer_id, method_id, cents: sums.total, tax_cents: sums.tax, memo }
    return await ofSum(payments, await payments.charge(charge), sums.total)
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    const arrived = isRepeated ? await madeBefore(payments, key) : null
    if (arrived) return ofSum(payments, arrived, sums.total)
    if (isRepeated && age < arrivesWithin) throw new OutcomeUnknown(error.message)
    // Refused before it was tried: for the practice, the same as declined.
    return { status: 'declined', transaction_id: null, message: error.message }
  }
}

/** The provider charged another sum than it was asked for, or does not say which: no payment; the lab looks at it there. */
export class OtherSumCharged extends OutcomeUnknown {
  readonly transactionId: string
  /** Null where the provider does not say. */
  readonly cents: Cents | null
  constructor(transactionId: string, cents: Cents | null) {
    super(`The payment provider charged another sum (${transactionId}).`)
    this.transactionId = transactionId
    this.cents = cents
  }
}

/**
 * The charge, if its sum is the one that was asked for. One whose own answer names none is looked up.
 * @throws OtherSumCharged, OutcomeUnknown
 */
async function ofSum(payments: PaymentProvider, result: ChargeResult, total: Cents): Promise<ChargeResult> {
  if (result.status === 'declined') return result
  const { transaction_id: id } = result
  const cents = result.cents ?? (await sumOf(payments, id))
  if (cents !== total) throw new OtherSumCharged(id, cents)
  return result
}

/** The sum of a transaction as the provider says; null where it names none. One that it does not know yet leaves it open. */
async function sumOf(payments: PaymentProvider, id: string): Promise<Cents | null> {
  const found = await orUnknown(payments.findTransaction(id))
  if (!found) throw new OutcomeUnknown(`The payment provider does not know the transaction ${id} yet.`)
  return found.cents ?? null
}

/** The charge that was made under a key. A provider that refuses to say leaves it open. */
const madeBefore = (payments: PaymentProvider, key: string): Promise<ChargeResult | null> =>
  orUnknown(payments.findCharge(key))

/** A refusal to answer a question about a charge leaves the charge open. @throws OutcomeUnknown */
const orUnknown = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw error instanceof ProviderRefused ? new OutcomeUnknown(error.message) : error
  })
