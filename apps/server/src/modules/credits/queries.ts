import type { Credits } from '@archwire/contract/credits/schema.ts'
import { dayIn, type Day } from '@archwire/contract/core/dates.ts'
import { toDollars } from '@archwire/contract/core/money.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows, type Scope } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { readsOrders } from '../billing/index.ts'
import { readPractice } from '../organizations/index.ts'
import { setsCredits } from './policy.ts'

/** The newest credit of a practice. Amounts in cents. */
export interface CreditRow {
  version: number
  given: number
  left: number
  valid_from: Day | null
  valid_to: Day | null
  created_at: string
  created_by: Credits['created_by']
}

/** The newest credit of the organization `o`, as JSON (`CreditRow`); null: it was never given one. */
export const creditJson = (scope: Scope): RawBuilder<CreditRow | null> => sql<CreditRow | null>`(
  select jsonb_build_object('version', e.version, 'given', e.cents, 'valid_from', e.valid_from::text, 'valid_to', e.valid_to::text,
    'left', e.cents - coalesce((select sum(x.cents) from ${rows(scope, 'order_lines', 'x')}
      where x.organization_id = o.id and x.credit_version = e.version), 0),
    'created_at', iso(e.created_at),
    'created_by', case when u.id is not null then jsonb_build_object('id', u.id, 'full_name', u.full_name) end)
  from ${rows(scope, 'organization_credits', 'e')} left join users u on u.id = e.created_by_user_id
  where e.organization_id = o.id order by e.version desc limit 1)`

/** Which invoices of the organization `o` used credit, the newest first, as JSON. */
const usesJson = (
  scope: Scope,
) => sql`(select coalesce(jsonb_agg(y.row order by y.closing_day desc, y.id desc), '[]') from (
  select r.closing_day, l.id, jsonb_build_object('order_id', r.id, 'invoice_id', r.invoice_id, 'closing_day', r.closing_day::text,
    'value', l.cents, 'version', l.credit_version) as row
  from ${rows(scope, 'order_lines', 'l')} join ${rows(scope, 'orders', 'r')} on r.organization_id = l.organization_id and r.id = l.order_id
  where l.organization_id = o.id and l.credit_version is not null order by r.closing_day desc, l.id desc limit 100) y)`

interface Row {
  credit: CreditRow | null
  uses: Credits['uses']
}

/** A practice's credit (`credits/balance`). @throws NotFound, Forbidden */
export async function readCredits(db: Db, actor: Actor, organizationId: number, zone: string): Promise<Credits> {
  const practice = await readPractice<Row>(db, actor, organizationId, {
    may: readsOrders,
    also: sql`${creditJson(actor.scope)} as credit, ${usesJson(actor.scope)} as uses`,
  })
  const { credit, uses } = practice
  const today = dayIn(zone, actor.now)
  return {
    version: credit?.version ?? 0,
    value: toDollars(credit?.left ?? 0),
    given: toDollars(credit?.given ?? 0),
    valid_from: credit?.valid_from ?? null,
    valid_to: credit?.valid_to ?? null,
    state: credit ? stateOn(credit, today) : 'none',
    created_at: credit?.created_at ?? null,
    created_by: actor.scope.kind === 'lab' ? (credit?.created_by ?? null) : null,
    uses: uses.map((use) => ({ ...use, value: toDollars(use.value) })),
    can: {
      set: setsCredits(actor) && !practice.organization_archived && !practice.organization_disabled,
    },
  }
}

/** Whether the days of a credit include this one, both of them counted. */
export function stateOn(
  { valid_from, valid_to }: Pick<CreditRow, 'valid_from' | 'valid_to'>,
  day: Day,
): Exclude<Credits['state'], 'none'> {
  if (valid_from !== null && day < valid_from) return 'not_yet'
  return valid_to !== null && day > valid_to ? 'expired' : 'in_force'
}
