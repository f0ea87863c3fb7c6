import type { Contract, ContractDetails } from '@archwire/contract/contracts/schema.ts'
import type { contractSearch } from '@archwire/contract/contracts/search.ts'
import type { PaymentStatusOfContract } from '@archwire/contract/billing/statuses.ts'
import { dayIn } from '@archwire/contract/core/dates.ts'
import type { Meta } from '@archwire/contract/core/paging.ts'
import type { SearchOf } from '@archwire/contract/core/search.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows as rowsOf, type Scope } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'
import { likeWord, listPage, orderBy, whenSet } from '../../kernel/list-page.ts'
import { presentPayment, type PaymentFacts } from '../billing/index.ts'
import { shownName } from '../organizations/index.ts'
import { methodsJson, shownMethods, type MethodRow } from '../payments/index.ts'
import { planColumns, planFrom, type PlanFacts } from './close-plan.ts'
import { managesContracts, readsContracts, readsMethods } from './policy.ts'
import { lastPaymentDay, nextPaymentDay, worstOrderSql } from './status.sql.ts'

type At = { zone: string }

const from = (scope: Scope) => sql`${rowsOf(scope, 'contracts', 'c')} join organizations o on o.id = c.organization_id`

const rowOf = (scope: Scope, zone: string) => sql`jsonb_build_object('id', c.id,
  'organization', jsonb_build_object('id', o.id, 'name', ${shownName('o')}, 'account_number', o.account_number,
    'is_disabled', o.disabled_at is not null, 'is_archived', o.deleted_at is not null),
  'initial_payment_date', c.initial_payment_date::text, 'last_payment_date', ${lastPaymentDay(scope, zone)},
  'next_payment_date', (${nextPaymentDay})::text, 'suspended_at', iso(o.suspended_at),
  'suspension_type', case when o.suspended_at is not null then 1 end,
  'payment_status', case when o.suspended_at is not null then 'SUSPENDED' else coalesce(${worstOrderSql(scope)}, 'PAID') end,
  'worst_order_status', nullif(${worstOrderSql(scope)}, 'PAID'),
  'license', (select jsonb_build_object('id', l.id, 'license_type', jsonb_build_object('id', t.id, 'name', t.name))
    from ${rowsOf(scope, 'licenses', 'l')} join license_types t on t.id = l.license_type_id
    where l.organization_id = o.id order by l.id limit 1),
  'current_monthly_order', (select jsonb_build_object('id', r.id, 'invoice_id', r.invoice_id,
      'fm_invoice_status', r.fm_invoice_status, 'total', 0)
    from ${rowsOf(scope, 'orders', 'r')} where r.organization_id = o.id and r.fm_invoice_status = 'CURRENT'),
  'full_name_sort', ${shownName('o')})`

const columns = (scope: Scope, zone: string) => ({
  custom_next_payment_date: nextPaymentDay,
  full_name_sort: sql`plain(${shownName('o')})`,
  last_payment_date: lastPaymentDay(scope, zone),
  created_at: sql`c.created_at`,
})

/** Not paid and Blocked look at the orders, whether the contract is suspended or not; the others at what it shows. */
function hasStatus(scope: Scope, status: PaymentStatusOfContract): RawBuilder<unknown> {
  if (status === 'SUSPENDED') return sql`o.suspended_at is not null`
  const worst = sql`coalesce(${worstOrderSql(scope)}, 'PAID') = ${status}`
  return status === 'NOT_PAID' || status === 'BLOCKED' ? worst : sql`(o.suspended_at is null and ${worst})`
}

/** The subscriptions of all practices; a partner lab finds none (`contracts/list`, `contracts/who-reads`). */
export async function listContracts(
  db: Db,
  actor: Actor,
  search: SearchOf<typeof contractSearch>,
  { zone }: At,
): Promise<{ contracts: Contract[]; meta: Meta }> {
  const { scope } = actor
  const { rows, meta } = await listPage<Contract>(db, search, {
    from: from(scope),
    where: [
      readsContracts(actor) ? sql`true` : sql`false`,
      ...whenSet(search.full_name_like?.trim(), (part) => {
        const found = likeWord(part)
        return sql`(plain(${shownName('o')}) like plain(${found}) or lower(o.account_number) like lower(${found}))`
      }),
      ...whenSet(
        search.payment_status,
        (names) =>
          sql`(${sql.join(
            names.map((name) => hasStatus(scope, name)),
            sql` or `,
          )})`,
      ),
      ...whenSet(
        search.payment_date_range,
        ([first, last]) =>
          sql`${nextPaymentDay} between coalesce(${first}::date, '-infinity') and coalesce(${last}::date, 'infinity')`,
      ),
      ...whenSet(search.chosen_wi_organization_id, (ids) => sql`o.id = any(${ids}::int[])`),
    ],
    row: rowOf(scope, zone),
    order: orderBy(search.sort, columns(scope, zone), sql`c.id`),
  })
  return { contracts: rows, meta }
}

/** How many tries the page of a subscription shows. */
const mostAttempts = 200

type Attempt = PaymentFacts & { order: ContractDetails['attempts'][number]['order'] }

/** Every try to pay an order of the practice `o`, the newest first, as JSON (`Attempt[]`) (`contracts/attempts`). */
const attemptsJson = (
  scope: Scope,
): RawBuilder<unknown> => sql`(select coalesce(jsonb_agg(t.attempt order by t.created_at desc, t.id desc), '[]') from (
  select y.created_at, y.id, jsonb_build_object('id', y.id, 'created_at', iso(y.created_at), 'kind', y.kind, 'method', k.method,
    'brand', coalesce(k.brand, ''), 'last_four', coalesce(k.last_four, ''), 'status', y.status, 'message', y.message,
    'reason', y.reason, 'user_name', coalesce(w.full_name, ''), 'user_role', w.role, 'transaction', y.provider_id,
    'value', y.cents, 'refunds', (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'created_at', iso(f.occurred_at),
        'value', f.cents) order by f.occurred_at, f.id), '[]')
      from ${rowsOf(scope, 'payment_refunds', 'f')} where f.organization_id = y.organization_id and f.payment_id = y.id),
    'order', case when r.id is not null then jsonb_build_object('id', r.id, 'invoice_id', r.invoice_id) end) as attempt
  from ${rowsOf(scope, 'payments', 'y')}
    left join ${rowsOf(scope, 'orders', 'r')} on r.organization_id = y.organization_id and r.id = y.order_id
    left join ${rowsOf(scope, 'payment_methods', 'k')} on k.organization_id = y.organization_id and k.id = y.payment_method_id
    left join users w on w.id = y.user_id
  where y.organization_id = o.id order by y.created_at desc, y.id desc limit ${mostAttempts}) t)`

type Found = PlanFacts & { row: Contract; attempts: Attempt[]; methods: MethodRow[] }

/** A subscription with everything that its page shows (`contracts/page`); a partner lab finds none. @throws NotFound */
export async function readContract(db: Db, actor: Actor, id: number, { zone }: At): Promise<ContractDetails> {
  if (!readsContracts(actor)) throw new NotFound('This subscription')
  const { scope, now } = actor
  const { rows } = await sql<Found>`
    select ${rowOf(scope, zone)} as row, ${attemptsJson(scope)} as attempts, ${methodsJson(scope)} as methods, ${planColumns(scope)}
    from ${from(scope)} where c.id = ${id}`.execute(db)
  if (!rows[0]) throw new NotFound('This subscription')
  const { row: contract, attempts, methods, ...facts } = rows[0]
  const { organization, suspended_at } = contract
  const manages = managesContracts(actor)
  const mayTurn = manages && !organization.is_disabled && !organization.is_archived
  const closing = manages ? await planFrom(db, scope, facts, { zone, now }) : null
  return {
    ...contract,
    attempts: attempts.map(({ order, ...payment }) => ({ ...presentPayment(actor, payment), order })),
    payment_methods: readsMethods(actor) ? shownMethods(methods, dayIn(zone, now)) : null,
    close_invoice: closing,
    can: {
      close_invoice: closing !== null && closing.why_not === null,
      suspend: mayTurn && suspended_at === null,
      resume: mayTurn && suspended_at !== null,
    },
  }
}
