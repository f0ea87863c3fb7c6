import type { PaymentMethodBody } from '@archwire/contract/payments/schema.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import { labScope, rows, scoped } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { now } from '../../kernel/clock.ts'
import type { Asked, Effect, Settled } from '../../kernel/effects.ts'
import { Conflict, Invalid, NotFound, refuse } from '../../kernel/errors.ts'
import { record } from '../../kernel/record.ts'
import { lockRow } from '../../kernel/records.ts'
import type { BotCheck } from '../../services/bot-check/index.ts'
import type { PaymentProvider, ProviderMethod } from '../../services/payments/port.ts'
import { takeBotCheck } from '../auth/index.ts'
import { lockOrganization, lockOrganizationOf } from '../organizations/index.ts'
import { archiveMethod } from './commands/archive-method.ts'
import { orRefused, providerOf, unanswered, type Refusal } from './provider.ts'
import { effectNames, payingPractice } from './queries.ts'
import { asksForPassword, firstNickname, noCustomer, unknownMethod, whyNotReplaceable } from './rules.ts'

interface Intent {
  /** From which the person asked, for the audit log. */
  address: string
  customerId: string
  tokenId: string
  nickname: string | null
  /** The method that is removed with it. */
  replaces: number | null
}
type Outcome = { method: ProviderMethod } | Refusal
interface Added {
  id: number
}

/** Adds a payment method that the browser has given to the provider (`billing/payment-methods`). */
export const methodEffect = (provider: PaymentProvider | undefined): Effect<Intent, Outcome, Added> => ({
  name: effectNames.method,
  busy: 'Another payment method is being added. Please try again.',
  unanswered,
  act: ({ tokenId }) =>
    orRefused(
      async () => ({ method: await providerOf(provider).findMethod(tokenId) }),
      () => unknownMethod,
    ),
  async settle(trx, asked, intent, outcome) {
    if ('refused' in outcome) return outcome
    // A method of another practice: nothing is said about it.
    if (outcome.method.customer_id !== intent.customerId) return { refused: unknownMethod }
    return addMethod(trx, asked, intent, outcome.method)
  },
})

/** Says which method is to be added. @throws NotFound, Forbidden, Conflict, Invalid */
export async function intendMethod(
  trx: Trx,
  actor: Actor,
  { organization_id: organizationId, token_id, payment_method_nickname, replaces, bot_check }: PaymentMethodBody,
  { provider, botCheck, checked }: { provider: PaymentProvider | undefined; botCheck: BotCheck; checked: boolean },
): Promise<{ organizationId: number; intent: Intent }> {
  await lockOrganization(trx, actor, organizationId, { only: 'practice' })
  const practice = await payingPractice(trx, actor, organizationId)
  // Used up only if the rest succeeds.
  await takeBotCheck(trx, botCheck, bot_check)
  if (asksForPassword(practice) && !checked) throw new Invalid({ current_password: ['Required'] })
  providerOf(provider)
  if (practice.customer_id === null) throw new Conflict(noCustomer)
  await refuseTooMany(trx, actor, organizationId)
  if (replaces !== undefined) {
    const row = await lockRow(trx, actor.scope, 'payment_methods', replaces, 'This payment method')
    if (row.organization_id !== practice.organization_id) throw new NotFound('This payment method')
    refuse(whyNotReplaceable(practice))
  }
  const nickname = payment_method_nickname ?? null
  const asked = { address: actor.address, tokenId: token_id, nickname, replaces: replaces ?? null }
  return { organizationId, intent: { ...asked, customerId: practice.customer_id } }
}

/** Methods that a practice may add within 24 hours, removed ones included: each is a look at the provider. */
const mostADay = 20

/** @throws Conflict when the practice added too many; it is locked */
async function refuseTooMany(trx: Trx, { scope, now: at }: Actor, organizationId: number): Promise<void> {
  const { rows: found } = await sql<{ added: number }>`
    select count(*)::int as added from ${rows(scope, 'payment_methods', 'p')}
    where p.organization_id = ${organizationId} and p.created_at > ${new Date(at.getTime() - 86_400_000)}`.execute(trx)
  if (found[0]!.added >= mostADay)
    throw new Conflict(`At most ${mostADay} payment methods can be added in a day. Please try again tomorrow.`)
}

async function addMethod(
  trx: Trx,
  { organizationId, userId }: Asked,
  { address, nickname, replaces }: Intent,
  method: ProviderMethod,
): Promise<Settled<Added>> {
  await lockOrganizationOf(trx, organizationId)
  const known = await findKnown(trx, method.id)
  if (known)
    return known.live && known.organization_id === organizationId ? { done: known } : { refused: unknownMethod }
  const { rows: others } = await sql<{ id: number; is_primary: boolean }>`
    select p.id, p.is_primary from ${rows(labScope, 'payment_methods', 'p')}
    where p.organization_id = ${organizationId} and p.deleted_at is null`.execute(trx)
  const replaced = others.find(({ id }) => id === replaces)
  const by = { userId, address, now: now() }
  // The replaced one gives up its place before the new one takes it: a practice has one primary method.
  if (replaced)
    await archiveMethod(trx, labScope, by, { organization_id: organizationId, ...replaced }, { chooses: false })
  const { id } = await scoped(trx, labScope)
    .add('payment_methods')
    .values({
      organization_id: organizationId,
      provider_id: method.id,
      method: method.method,
      nickname: nickname ?? firstNickname(method),
      brand: method.brand,
      last_four: method.last_four,
      expires_month: method.expires && `${method.expires}-01`,
      is_primary: others.length === 0 || replaced?.is_primary === true,
      created_at: by.now,
      updated_at: by.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await record(trx, by, [{ subject: 'payment_method', id, organizationId, event: 'added', data: { replaces } }])
  return { done: { id } }
}

/** A method that was added before, here or in another practice, removed or not. */
async function findKnown(trx: Trx, providerId: string) {
  const { rows: found } = await sql<{ id: number; organization_id: number; live: boolean }>`
    select p.id, p.organization_id, p.deleted_at is null as live from ${rows(labScope, 'payment_methods', 'p')}
    where p.provider_id = ${providerId}`.execute(trx)
  return found[0]
}
