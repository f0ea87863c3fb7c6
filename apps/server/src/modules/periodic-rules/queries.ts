import { dayIn, type Day } from '@archwire/contract/core/dates.ts'
import { toDollars, type Cents } from '@archwire/contract/core/money.ts'
import type { Meta } from '@archwire/contract/core/paging.ts'
import type { SearchOf } from '@archwire/contract/core/search.ts'
import { ruleStatus } from '@archwire/contract/periodic-rules/rules.ts'
import type { PeriodicRule } from '@archwire/contract/periodic-rules/schema.ts'
import type { periodicRuleSearch } from '@archwire/contract/periodic-rules/search.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows as rowsOf, type Scope } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'
import { listPage, orderBy, whenSet } from '../../kernel/list-page.ts'
import { readsContracts } from '../contracts/index.ts'
import { shownName, whyClosed } from '../organizations/index.ts'
import { may } from './policy.ts'

/** Its value in cents, signed. */
type Row = Omit<PeriodicRule, 'type' | 'value' | 'status' | 'can'> & { cents: Cents }

const row = sql`jsonb_build_object('id', u.id, 'contract_id', u.contract_id, 'cents', u.cents,
  'organization', jsonb_build_object('id', o.id, 'name', ${shownName('o')}, 'account_number', o.account_number,
    'is_disabled', o.disabled_at is not null, 'is_archived', o.deleted_at is not null),
  'custom_description', u.custom_description, 'is_active', u.is_active, 'applied_from', u.applied_from::text,
  'applied_to', u.applied_to::text, 'created_by', coalesce(a.full_name, ''), 'updated_by', coalesce(b.full_name, ''),
  'version', u.version, 'created_at', iso(u.created_at), 'updated_at', iso(u.updated_at))`
const from = (scope: Scope): RawBuilder<unknown> => sql`${rowsOf(scope, 'periodic_rules', 'u')}
  join organizations o on o.id = u.organization_id
  left join users a on a.id = u.created_by_user_id left join users b on b.id = u.updated_by_user_id`
const orders = {
  created_at: sql`u.created_at`,
  value: sql`u.cents`,
  applied_from: sql`u.applied_from`,
  applied_to: sql`u.applied_to`,
}

function present(actor: Actor, today: Day, { cents, ...rule }: Row): PeriodicRule {
  const { is_archived, is_disabled } = rule.organization
  const isOpen = whyClosed({ organization_archived: is_archived, organization_disabled: is_disabled }) === null
  return {
    ...rule,
    type: cents < 0 ? 'Discount' : 'Charge',
    value: toDollars(Math.abs(cents)),
    status: ruleStatus(rule, today),
    can: {
      update: isOpen && may.update(actor),
      update_value: isOpen && may.update_value(actor),
      delete: isOpen && may.delete(actor),
    },
  }
}

/** Rules that are not deleted; anyone who reads no subscriptions finds none (`contracts/who-reads`). */
export async function listRules(
  db: Db,
  actor: Actor,
  search: SearchOf<typeof periodicRuleSearch>,
  zone: string,
): Promise<{ periodic_rules: PeriodicRule[]; meta: Meta }> {
  const { rows, meta } = await listPage<Row>(db, search, {
    from: from(actor.scope),
    where: [
      readsContracts(actor) ? sql`u.deleted_at is null` : sql`false`,
      ...whenSet(search.is_active, (active) => sql`u.is_active = ${active}`),
      ...whenSet(search.contract_id, (id) => sql`u.contract_id = ${id}`),
    ],
    row,
    order: orderBy(search.sort, orders, sql`u.id`),
  })
  const today = dayIn(zone, actor.now)
  return { periodic_rules: rows.map((rule) => present(actor, today, rule)), meta }
}

/** A rule that is not deleted. @throws NotFound, also for people who read no subscriptions */
export async function findRule(db: Db, actor: Actor, id: number, zone: string): Promise<PeriodicRule> {
  const { rows } = await sql<{ row: Row }>`
    select ${row} as row from ${from(actor.scope)} where u.id = ${id} and u.deleted_at is null`.execute(db)
  if (!rows[0] || !readsContracts(actor)) throw new NotFound('This periodic rule')
  return present(actor, dayIn(zone, actor.now), rows[0].row)
}

/** The practice of a rule that is not deleted. @throws NotFound */
export async function practiceOfRule(db: Db, actor: Actor, id: number): Promise<number> {
  const { rows } = await sql<{ organization_id: number }>`
    select u.organization_id from ${rowsOf(actor.scope, 'periodic_rules', 'u')}
    where u.id = ${id} and u.deleted_at is null`.execute(db)
  if (!rows[0] || !readsContracts(actor)) throw new NotFound('This periodic rule')
  return rows[0].organization_id
}
