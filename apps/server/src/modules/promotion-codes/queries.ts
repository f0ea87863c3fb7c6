import { dayIn } from '@archwire/contract/core/dates.ts'
import { toDollars } from '@archwire/contract/core/money.ts'
import type { SearchOf } from '@archwire/contract/core/search.ts'
import type { PromotionCode, ValidPromotionCode } from '@archwire/contract/promotion-codes/schema.ts'
import type { PromotionCodeType } from '@archwire/contract/promotion-codes/types.ts'
import type { promotionCodeSearch } from '@archwire/contract/promotion-codes/search.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { organizationCondition, rows as rowsOf, type Scope } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound, refuse } from '../../kernel/errors.ts'
import { likeWord, listPage, orderBy, whenSet } from '../../kernel/list-page.ts'
import { whyUnusable } from './rules.ts'

type Row = Omit<PromotionCode, 'is_expired' | 'can'>

const row = sql`jsonb_build_object('id', c.id, 'code', c.code, 'value', c.value, 'is_fixed', c.is_fixed,
  'promotion_code_type_id', c.promotion_code_type_id, 'months', c.months, 'is_active', c.is_active, 'expires_at', c.expires_at, 'version', c.version,
  'created_at', iso(c.created_at), 'updated_at', iso(c.updated_at))`
const orders = { expires_at: sql`c.expires_at`, code: sql`c.code`, value: sql`c.value`, created_at: sql`c.created_at` }

/** The route's permission already covers everything here. */
const present = (actor: Actor, zone: string, { value, ...code }: Row): PromotionCode => ({
  ...code,
  value: toDollars(value),
  is_expired: code.expires_at !== null && code.expires_at < dayIn(zone, actor.now),
  can: { update: true, delete: true },
})

/** Promotion codes that are not deleted. */
export async function listPromotionCodes(
  db: Db,
  actor: Actor,
  search: SearchOf<typeof promotionCodeSearch>,
  zone: string,
) {
  const { rows, meta } = await listPage<Row>(db, search, {
    from: sql`promotion_codes c`,
    where: [
      sql`c.deleted_at is null`,
      ...whenSet(search.code?.trim(), (part) => sql`c.code like upper(${likeWord(part)})`),
      ...whenSet(search.value, (value) => sql`c.value = ${value}::bigint`),
      ...whenSet(search.promotion_code_type_id, (id) => sql`c.promotion_code_type_id = ${id}`),
      ...whenSet(search.is_active, (active) => sql`c.is_active = ${active}`),
    ],
    row,
    order: orderBy(search.sort, orders, sql`c.id`),
  })
  return { promotion_codes: rows.map((code) => present(actor, zone, code)), meta }
}

/** A promotion code that is not deleted. @throws NotFound */
export async function findPromotionCode(db: Db, actor: Actor, id: number, zone: string): Promise<PromotionCode> {
  const { rows } = await sql<{ row: Row }>`
    select ${row} as row from promotion_codes c where c.id = ${id} and c.deleted_at is null`.execute(db)
  if (!rows[0]) throw new NotFound('This promotion code')
  return present(actor, zone, rows[0].row)
}

/** A code that someone tries. */
export interface Use {
  /** As it was typed. */
  code: string
  promotion_code_type_id: PromotionCodeType
}

/**
 * What a code takes off for these organizations, when each of them can use it now for a fee of this type (`billing/code`).
 * @throws NotFound, Conflict with the reason
 */
export async function findUsableCode(
  db: Db,
  actor: Actor,
  use: Use,
  by: { users: readonly number[]; zone: string },
): Promise<ValidPromotionCode> {
  const { months: _, ...found } = await findUsable(db, actor, use, by)
  return found
}

/** What a code takes off the monthly fee, and for how many monthly orders. */
export type MonthlyCode = ValidPromotionCode & Pick<PromotionCode, 'months'>

/**
 * A code for the monthly fee that a practice can use now (`billing/monthly-code`). With `lock` it does not change until the
 * end of the transaction. @throws NotFound, Conflict with the reason
 */
export const findMonthlyCode = (
  db: Db,
  actor: Actor,
  code: string,
  { organizationId, zone, lock = false }: { organizationId: number; zone: string; lock?: boolean },
): Promise<MonthlyCode> =>
  findUsable(db, actor, { code, promotion_code_type_id: 2 }, { users: [organizationId], zone, lock })

async function findUsable(
  db: Db,
  actor: Actor,
  { code, promotion_code_type_id: type }: Use,
  { users, zone, lock = false }: { users: readonly number[]; zone: string; lock?: boolean },
): Promise<MonthlyCode> {
  const { rows: found } = await sql<{ row: Row; is_used: boolean }>`
    select ${row} as row, ${isUsed(actor.scope, users)} as is_used
    from promotion_codes c where c.code = upper(${code.trim()}) and c.deleted_at is null
    ${lock ? sql`for share of c` : sql``}`.execute(db)
  const known = found[0]
  if (!known) throw new NotFound('This promotion code')
  const { id: codeId, code: word, value, is_fixed, promotion_code_type_id, months } = known.row
  refuse(whyUnusable({ ...known.row, is_used: known.is_used }, type, dayIn(zone, actor.now)))
  return { id: codeId, code: word, value: toDollars(value), is_fixed, promotion_code_type_id, months }
}

/** Whether one of these organizations has used the code `c`, or with null anyone (`organizations/code`). */
export function isUsed(scope: Scope, users: readonly number[] | null): RawBuilder<boolean> {
  const by = (organization: RawBuilder<unknown>) =>
    users === null ? sql`` : sql`and ${organization} = any(${[...users]}::int[])`
  return sql`(exists (select from ${rowsOf(scope, 'order_lines', 'l')} where l.promotion_code_id = c.id ${by(sql`l.organization_id`)})
    or exists (select from ${rowsOf(scope, 'promotion_code_uses', 'v')} where v.promotion_code_id = c.id ${by(sql`v.organization_id`)}))`
}

/** Which of these organizations within reach exist, and which of them still have to pay the start-up fee. */
export async function findPayers(
  db: Db,
  { scope }: Actor,
  ids: readonly number[],
): Promise<{ id: number; is_unsettled: boolean }[]> {
  const { rows } = await sql<{ id: number; is_unsettled: boolean }>`
    select o.id, o.kind = 'practice' and o.startup_fee_settled_at is null and o.disabled_at is null
      and o.deleted_at is null as is_unsettled
    from organizations o where o.id = any(${[...ids]}::int[]) and ${organizationCondition(scope, 'o', 'id')}`.execute(
    db,
  )
  return rows
}
