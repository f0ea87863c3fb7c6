import type { ShownMethod } from '@archwire/contract/contracts/schema.ts'
import type { Day } from '@archwire/contract/core/dates.ts'
import { unnamed } from '@archwire/contract/organizations/unnamed.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import { rows, scoped, type Scope } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { NewCustomer } from '../../services/payments/port.ts'
import { billingAddressOf } from '../billing-addresses/index.ts'
import { isPaying } from '../billing/index.ts'
import { readOrganization, readPractice, shownName, type OrganizationState } from '../organizations/index.ts'
import { may } from './policy.ts'
import { presentInfo, type MethodRow, type PaymentInfoAnswer, type Present } from './present.ts'
import { isExpired, shownMonth, type PayingFacts } from './rules.ts'

/** Names of the effects of this module, which charge nothing. */
export const effectNames = { customer: 'payments.customer', method: 'payments.method' } as const
/** Of the practice `o`: what its payment methods depend on, and its customer at the provider. */
const payingColumns = (scope: Scope) => sql`
  exists (select 1 from ${rows(scope, 'contracts', 'c')} where c.organization_id = o.id) as has_contract,
  o.suspended_at is not null as suspended, ${isPaying(scope)} as in_progress,
  (select k.customer_id from ${rows(scope, 'payment_customers', 'k')} where k.organization_id = o.id) as customer_id`

/** A practice as far as it decides what can be done with its payment methods. */
export type PayingPractice = OrganizationState & PayingFacts & { customer_id: string | null }

/** A practice whose payment methods the person may see and change, in one statement. @throws NotFound, Forbidden */
export const payingPractice = (db: Db, actor: Actor, organizationId: number): Promise<PayingPractice> =>
  readPractice<PayingPractice>(db, actor, organizationId, { may: may.manage, also: payingColumns(actor.scope) })

/** The payment methods of the organization `o` as JSON (`MethodRow[]`), the primary one first. */
export const methodsJson = (scope: Scope): RawBuilder<MethodRow[]> => sql<
  MethodRow[]
>`coalesce((select jsonb_agg(jsonb_build_object('id', p.id,
    'is_primary', p.is_primary, 'method', p.method, 'nickname', p.nickname, 'brand', p.brand, 'last_four', p.last_four,
    'expires', to_char(p.expires_month, 'YYYY-MM'), 'version', p.version) order by p.is_primary desc, p.id desc)
  from ${rows(scope, 'payment_methods', 'p')} where p.organization_id = o.id and p.deleted_at is null), '[]')`

/** The payment methods of a practice as the lab reads them, on a day of the lab (`contracts/methods`). */
export const shownMethods = (methods: readonly MethodRow[], day: Day): ShownMethod[] =>
  methods.map(({ id, is_primary, method, brand, last_four, expires }) => ({
    id,
    is_primary,
    payment_method_type: method,
    brand,
    last_four,
    expires: expires && shownMonth(expires),
    is_expired: isExpired(expires, day),
  }))

/** How a practice pays. @throws NotFound, Forbidden */
export async function readInfo(
  db: Db,
  actor: Actor,
  organizationId: number,
  present: Omit<Present, 'now'>,
): Promise<PaymentInfoAnswer> {
  const { scope, now } = actor
  const practice = await readPractice<PayingPractice & { methods: MethodRow[] }>(db, actor, organizationId, {
    may: may.manage,
    also: sql`${payingColumns(scope)}, ${methodsJson(scope)} as methods`,
  })
  const billingAddress = await billingAddressOf(db, actor, organizationId)
  return { payment_info: presentInfo({ ...practice, billing_address: billingAddress }, { ...present, now }) }
}

/** The same for a page that shows more than that; null for anyone who does not see how the practice pays. */
export const paymentInfoFor = async (
  db: Db,
  actor: Actor,
  organizationId: number,
  present: Omit<Present, 'now'>,
): Promise<PaymentInfoAnswer['payment_info'] | null> => {
  const practice = await readOrganization(db, actor, organizationId)
  if (practice.kind !== 'practice' || !may.manage(actor, practice)) return null
  return (await readInfo(db, actor, organizationId, present)).payment_info
}

/**
 * A practice as it is described to the provider: by its billing address, else its account details, else the owner who
 * asks.
 */
export async function newCustomerOf(
  trx: Trx,
  { scope, userId }: Pick<Actor, 'scope' | 'userId'>,
  organizationId: number,
): Promise<NewCustomer> {
  const { rows: found } = await sql<NewCustomer>`
    select coalesce(case when o.name ~ ${unnamed} then d.organization end, ${shownName('o')}) as company,
      coalesce(a.first_name, d.first_name, u.first_name) as first_name,
      coalesce(a.last_name, d.last_name, u.last_name) as last_name, coalesce(a.email, d.email, u.email) as email
    from organizations o join users u on u.id = ${userId}
    left join ${rows(scope, 'billing_addresses', 'a')} on a.organization_id = o.id
    left join ${rows(scope, 'account_details', 'd')} on d.organization_id = o.id
    where o.id = ${organizationId}`.execute(trx)
  return found[0]!
}

/** The id of a practice at the payment provider; null until its first payment method is entered. */
export async function customerOf(db: Db, scope: Scope, organizationId: number): Promise<string | null> {
  const found = await scoped(db, scope)
    .from('payment_customers')
    .select('customer_id')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return found?.customer_id ?? null
}

/** A payment method as a charge needs it. */
export interface ChargedMethod {
  id: number
  provider_id: string
  customer_id: string
  method: 'card' | 'bank'
}

/** The method that the organization `o` is charged by, as JSON (`ChargedMethod`); null while it has none. */
export const primaryMethodJson = (scope: Scope): RawBuilder<ChargedMethod | null> =>
  chargedJson(scope, sql`m.is_primary`)

/** One method of the organization `o` in the same way; null where it has none, or no longer has it. */
export const methodJson = (scope: Scope, id: number): RawBuilder<ChargedMethod | null> =>
  chargedJson(scope, sql`m.id = ${id}`)

const chargedJson = (scope: Scope, which: RawBuilder<unknown>) =>
  sql<ChargedMethod | null>`(select jsonb_build_object('id', m.id, 'provider_id', m.provider_id,
      'customer_id', k.customer_id, 'method', m.method)
    from ${rows(scope, 'payment_methods', 'm')}
    join ${rows(scope, 'payment_customers', 'k')} on k.organization_id = m.organization_id
    where m.organization_id = o.id and ${which} and m.deleted_at is null)`
