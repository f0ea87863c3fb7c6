import { Conflict } from '../../kernel/errors.ts'
import { ProviderRefused, type PaymentProvider } from '../../services/payments/port.ts'
import { notSetUp } from './rules.ts'

/** What the provider refused, in words for the person. */
export interface Refusal {
  refused: string
}

/** What a person reads to whose request the provider did not answer. */
export const unanswered = 'The payment provider did not answer. We keep asking it. Please try again in a minute.'

/** The payment provider. @throws Conflict on a server that has none */
export function providerOf(provider: PaymentProvider | undefined): PaymentProvider {
  if (!provider) throw new Conflict(notSetUp)
  return provider
}

/** Asks the provider; what it refuses is a result like any other. */
export async function orRefused<T>(
  ask: () => Promise<T>,
  words: (refusal: ProviderRefused) => string,
): Promise<T | Refusal> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ProviderRefused) return { refused: words(error) }
    throw error
  }
}
