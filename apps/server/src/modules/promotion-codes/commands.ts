import { dayIn, type Day } from '@archwire/contract/core/dates.ts'
import { toCents, toDollars } from '@archwire/contract/core/money.ts'
import type { PromotionCodeType } from '@archwire/contract/promotion-codes/types.ts'
import type { PromotionCodeBody, PromotionCodeEdit } from '@archwire/contract/promotion-codes/schema.ts'
import { monthsProblem, valueProblem } from '@archwire/contract/promotion-codes/rules.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Invalid } from '../../kernel/errors.ts'
import { archiveRow, lockRow, updateVersioned } from '../../kernel/records.ts'
import { record } from '../../kernel/record.ts'
import { isUsed } from './queries.ts'

/** Adds a promotion code; returns its id. @throws Invalid for a code that already exists */
export async function createPromotionCode(
  trx: Trx,
  actor: Actor,
  body: PromotionCodeBody,
  zone: string,
): Promise<number> {
  refusePast(body.expires_at, dayIn(zone, actor.now))
  const value = toCents(body.value)
  refuseValue(value, body.is_fixed)
  refuseMonths(body.months, body.promotion_code_type_id)
  await refuseTaken(trx, actor, body.code)
  const { id } = await trx
    .insertInto('promotion_codes')
    .values({ ...body, value, created_at: actor.now, updated_at: actor.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tell(trx, actor, id, 'added', { code: body.code })
  return id
}

/** Changes a promotion code; a day that has passed stays, and is not chosen. */
export async function updatePromotionCode(
  trx: Trx,
  actor: Actor,
  id: number,
  edit: PromotionCodeEdit,
  zone: string,
): Promise<void> {
  const row = await lockRow(trx, actor.scope, 'promotion_codes', id, 'This promotion code')
  if (edit.expires_at !== row.expires_at) refusePast(edit.expires_at, dayIn(zone, actor.now))
  const { version, ...values } = edit
  const value = values.value === undefined ? row.value : toCents(values.value)
  refuseValue(value, values.is_fixed ?? row.is_fixed)
  const type = values.promotion_code_type_id ?? (row.promotion_code_type_id as PromotionCodeType)
  refuseMonths(values.months ?? row.months, type)
  if (values.code !== undefined && values.code !== row.code) {
    await refuseUsed(trx, actor, id)
    await refuseTaken(trx, actor, values.code)
  }
  await updateVersioned(trx, 'promotion_codes', row, version, { ...values, value }, actor.now)
  await tell(trx, actor, id, 'changed', { fields: Object.keys(values) })
}

/** Deletes a promotion code: it can no longer be used. Its word is free again unless someone used it. */
export async function deletePromotionCode(trx: Trx, actor: Actor, id: number): Promise<void> {
  const row = await lockRow(trx, actor.scope, 'promotion_codes', id, 'This promotion code')
  await archiveRow(trx, 'promotion_codes', row, actor.now)
  await tell(trx, actor, id, 'deleted', { code: row.code })
}

function refuseValue(cents: number, isFixed: boolean): void {
  const problem = valueProblem(toDollars(cents), isFixed)
  if (problem) throw new Invalid({ value: [problem] })
}

function refusePast(day: Day | null | undefined, today: Day): void {
  if (day && day < today) throw new Invalid({ expires_at: ['Choose today or a later day.'] })
}

function refuseMonths(months: number, type: PromotionCodeType): void {
  const problem = monthsProblem(months, type)
  if (problem) throw new Invalid({ months: [problem] })
}

/** The word of a code that was used stays its own: practices know it by the word, and use it once (`organizations/code`). */
async function refuseUsed(trx: Trx, actor: Actor, id: number): Promise<void> {
  const { rows } = await sql`select from promotion_codes c where c.id = ${id} and ${isUsed(actor.scope, null)}`.execute(
    trx,
  )
  if (rows.length > 0) throw new Invalid({ code: ['This code was used. Its word stays.'] })
}

async function refuseTaken(trx: Trx, actor: Actor, code: string): Promise<void> {
  const { rows } = await sql`
    select 1 from promotion_codes c
    where c.code = ${code} and (c.deleted_at is null or ${isUsed(actor.scope, null)})`.execute(trx)
  if (rows.length > 0) throw new Invalid({ code: ['This code already exists.'] })
}

const tell = (trx: Trx, actor: Actor, id: number, event: 'added' | 'changed' | 'deleted', data: object) =>
  record(trx, actor, [{ subject: 'promotion_code', id, organizationId: null, event, data }])
