import type { Trx } from '../../db/client.ts'
import { labScope, scoped } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { now } from '../../kernel/clock.ts'
import type { Effect } from '../../kernel/effects.ts'
import { record } from '../../kernel/record.ts'
import type { NewCustomer, PaymentProvider } from '../../services/payments/port.ts'
import { lockOrganization, lockOrganizationOf } from '../organizations/index.ts'
import { orRefused, providerOf, unanswered, type Refusal } from './provider.ts'
import { effectNames, newCustomerOf, payingPractice } from './queries.ts'

/** Null: the practice is known to the provider already. `address`: from where it was asked for. */
type Intent = (NewCustomer & { address?: string }) | null
type Outcome = { id: string } | Refusal | null

/** Makes a practice known to the payment provider, once (`billing/payment-customer`). */
export const customerEffect = (provider: PaymentProvider | undefined): Effect<Intent, Outcome, null> => ({
  name: effectNames.customer,
  busy: 'The payment form is being opened. Please try again.',
  unanswered,
  async act(intent, { key }) {
    if (!intent) return null
    const { address: _, ...customer } = intent
    return orRefused(
      () => providerOf(provider).createCustomer(customer, key),
      ({ message }) => message,
    )
  },
  async settle(trx, { organizationId, userId }, intent, outcome) {
    if (!outcome) return { done: null }
    if ('refused' in outcome) return outcome
    // A request that has read the practice without a customer has either stored its intent by now, or reads this one.
    await lockOrganizationOf(trx, organizationId)
    const at = now()
    await scoped(trx, labScope)
      .add('payment_customers')
      .values({ organization_id: organizationId, customer_id: outcome.id, created_at: at })
      .execute()
    const data = { customer_id: outcome.id }
    await record(trx, { userId, address: intent?.address ?? '', now: at }, [
      { subject: 'payment_customer', id: organizationId, organizationId, event: 'added', data },
    ])
    return { done: null }
  },
})

/** Says what the provider is to be told. @throws NotFound, Forbidden, Conflict */
export async function intendCustomer(
  trx: Trx,
  actor: Actor,
  organizationId: number,
  provider: PaymentProvider | undefined,
): Promise<{ organizationId: number; intent: Intent }> {
  await lockOrganization(trx, actor, organizationId, { only: 'practice' })
  const { customer_id } = await payingPractice(trx, actor, organizationId)
  providerOf(provider)
  if (customer_id !== null) return { organizationId, intent: null }
  const customer = await newCustomerOf(trx, actor, organizationId)
  return { organizationId, intent: { ...customer, address: actor.address } }
}
