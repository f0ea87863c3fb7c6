import type { AccountDetails, AccountSetup } from '@archwire/contract/account-setup/schema.ts'
import type { OrderBrief } from '@archwire/contract/billing/schema.ts'
import { unnamed } from '@archwire/contract/organizations/unnamed.ts'
import { toDollars } from '@archwire/contract/core/money.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows, type Scope } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound, permit } from '../../kernel/errors.ts'
import {
  feeTermsJson,
  isPaying,
  lastFailure,
  readsOrders,
  startUpOrderJson,
  startUpOrderOf,
  sumsBy,
  type FeeTerms,
  type StartUpOrder,
} from '../billing/index.ts'
import { readPractice } from '../organizations/index.ts'
import { primaryMethodJson } from '../payments/index.ts'
import type { Setup } from './facts.ts'
import { paysFor } from './policy.ts'
import { blocked, feeState, orderStep } from './rules.ts'

type SetupRow = Omit<Setup, 'details_saved' | 'has_method' | 'order_status'>

/** Owners of the organization `id`, as users `u`. */
const owners = (id: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  memberships m join users u on u.id = m.user_id
  where m.organization_id = ${id} and m.role = 'organization_owner' and u.deleted_at is null`

/** The email of the saved details `d` while an owner has it; later the email of the owner who has been one for longest. */
const ownersEmail: RawBuilder<unknown> = sql`coalesce(
  (select u.email from ${owners(sql`d.organization_id`)} order by lower(u.email) = lower(d.email) desc, m.id limit 1),
  d.email)`

/** Whether an owner of this organization has this email. */
export async function isOwnersEmail(db: Db, organizationId: number, email: string): Promise<boolean> {
  const { rows: found } = await sql`
    select from ${owners(sql`${organizationId}`)} and lower(u.email) = ${email.toLowerCase()}`.execute(db)
  return found.length > 0
}

/** Columns of the organization `o` in its account setup (`SetupRow`). */
const setupColumns = (scope: Scope): RawBuilder<unknown> => sql`
  o.account_number, o.startup_fee_settled_at is not null as fee_settled, o.startup_fee_waived_by is not null as fee_waived,
  ${isPaying(scope)} as in_progress, ${startUpOrderJson(scope)} as "order",
  exists (select 1 from ${rows(scope, 'locations', 'l')}
    where l.organization_id = o.id and l.is_main and l.deleted_at is null) as has_main_location,
  (select to_jsonb(x) from (select d.organization, d.first_name, d.last_name, ${ownersEmail} as email, d.phone_number, d.street_address,
      d.street_address_line_2,       d.city, d.state, d.zip_code, d.country, d.survey_answer_id, d.survey_response_other
    from ${rows(scope, 'account_details', 'd')} where d.organization_id = o.id) x) as details,
  coalesce((select d.version from ${rows(scope, 'account_details', 'd')} where d.organization_id = o.id), 0) as version,
  ${primaryMethodJson(scope)} as method`

const setupOf = (row: SetupRow): Setup => ({
  ...row,
  details_saved: row.details !== null,
  has_method: row.method !== null,
  order_status: row.order?.fm_invoice_status ?? null,
})

/** A practice in its account setup, without a check of rights. */
export async function readSetup(db: Db, scope: Scope, organizationId: number): Promise<Setup> {
  const { rows: found } = await sql<SetupRow>`
    select ${setupColumns(scope)} from organizations o where o.id = ${organizationId}`.execute(db)
  return setupOf(found[0]!)
}

/** The account setup of a practice, for an owner of it. @throws NotFound, Forbidden */
export async function readAccountSetup(db: Db, actor: Actor, id: number): Promise<AccountSetup> {
  const { scope } = actor
  const row = await readPractice<SetupRow & { terms: FeeTerms; last_failure: string | null; known: AccountDetails }>(
    db,
    actor,
    id,
    {
      may: paysFor,
      also: sql`${setupColumns(scope)}, ${feeTermsJson(scope)} as terms,
      ${lastFailure(scope)} as last_failure, ${knownDetails(actor)} as known`,
    },
  )
  const setup = setupOf(row)
  const { terms } = row
  return {
    account_details: setup.details ?? row.known,
    is_saved: setup.details !== null,
    version: setup.version,
    startup_fee: feeState(setup),
    startup_fee_price: toDollars(terms.price),
    is_finished: setup.has_main_location,
    billing_state: terms.billing_state ?? stateOf(setup.details),
    is_in_progress: setup.in_progress,
    order: setup.order && briefOf(setup.order),
    amount_due: amountDue(setup),
    last_problem: setup.fee_settled || setup.in_progress ? null : row.last_failure,
    can: { update: blocked.update(setup) === null, purchase: blocked.purchase(setup) === null },
  }
}

/** The state of saved details that decides about tax: one of the USA. */
export const stateOf = (details: AccountDetails | null): string | null =>
  details && (details.country === 'USA' ? details.state : '')

/** Dollars that an unpaid first order costs now. */
const amountDue = (setup: Setup): number | null =>
  setup.order && orderStep(setup) === 'pay_again'
    ? toDollars(sumsBy(setup.order, setup.method?.method ?? 'bank').total)
    : null

/** What is known of the organization `o` and of the owner who asks, to start with, as JSON. */
const knownDetails = ({ scope, userId }: Actor): RawBuilder<AccountDetails> => sql<AccountDetails>`(
  select jsonb_build_object('organization', case when o.name ~ ${sql.lit(unnamed)} then '' else o.name end,
    'first_name', u.first_name, 'last_name', u.last_name, 'email', u.email,
    'phone_number', coalesce(a.phone_number, l.phone_number, ''), 'street_address', coalesce(a.street_address, l.street_address, ''),
    'street_address_line_2', coalesce(a.street_address_line_2, l.street_address_line_2, ''),
    'city', coalesce(a.city, l.city, ''), 'state', coalesce(a.state, l.state, ''),
    'zip_code', coalesce(a.zip_code, l.zip_code, ''), 'country', coalesce(a.country, l.country, 'USA'),
    'survey_answer_id', null, 'survey_response_other', '')
  from users u
    left join ${rows(scope, 'billing_addresses', 'a')} on a.organization_id = o.id
    left join ${rows(scope, 'locations', 'l')} on l.organization_id = o.id and l.is_main and l.deleted_at is null
  where u.id = ${userId})`

const briefOf = ({ id, invoice_id, fm_invoice_status, total_cents }: StartUpOrder): OrderBrief => ({
  id,
  invoice_id,
  fm_invoice_status,
  total: toDollars(total_cents),
})

/** The order with the start-up fee of a practice within reach, after its purchase. @throws NotFound, Forbidden */
export async function readOrderBrief(db: Db, actor: Actor, organizationId: number): Promise<OrderBrief> {
  const order = await startUpOrderOf(db, actor.scope, organizationId)
  if (!order) throw new NotFound('This invoice')
  // A repeated request may come from a person who is no owner any longer.
  permit(readsOrders(actor, order), null)
  return briefOf(order)
}

/** The answers to the question that new practices are asked; null while none is asked. */
export async function askedAnswers(db: Db): Promise<number[] | null> {
  const { rows: found } = await sql<{ ids: number[] }>`
    select array(select a.id from survey_answers a where a.survey_question_id = q.id) as ids
    from survey_questions q where q.is_active order by q.id limit 1`.execute(db)
  return found[0]?.ids ?? null
}
