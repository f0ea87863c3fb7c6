import type { InvoiceStatus } from '@archwire/contract/billing/statuses.ts'
import { dayIn } from '@archwire/contract/core/dates.ts'
import { toCents } from '@archwire/contract/core/money.ts'
import type { MonthlyCode } from '../../promotion-codes/index.ts'
import { sql } from 'kysely'
import type { Config } from '../../../config.ts'
import type { Db, Trx } from '../../../db/client.ts'
import { rows, scoped } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { ApiError, Conflict, Invalid, NotFound, permit, refuse } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { lockOrganization, whyClosed } from '../../organizations/index.ts'
import { countingTries, findMonthlyCode, managesCodes, unusableCode } from '../../promotion-codes/index.ts'
import { addsCodes } from '../policy.ts'
import { whyNoCode } from '../rules.ts'
import { runningCode, type RunningCode } from '../orders/running-code.sql.ts'

interface Wanted {
  orderId: number
  /** As it was typed. */
  code: string
}

/**
 * Counts the try of a code for the monthly fee, before the transaction, so that a refused one stays counted
 * (`billing/who-tries-codes`). Who may not add one here is refused by the command. @throws Invalid, TooMany
 */
export async function tryMonthlyCode(
  db: Db,
  actor: Actor,
  { orderId, code }: Wanted,
  { labZone: zone, loginLimits }: Pick<Config, 'labZone' | 'loginLimits'>,
): Promise<void> {
  if (managesCodes(actor)) return
  const order = await findOrder(db, actor, orderId)
  if (!order || !addsCodes(actor, order) || whyClosed(order) !== null) return
  if (whyNoCode({ status: order.status, running: await findRunning(db, actor, order.organization_id) })) return
  await atField(actor, () =>
    countingTries(db, actor, loginLimits, () =>
      findMonthlyCode(db, actor, code, { organizationId: order.organization_id, zone }),
    ),
  )
}

/**
 * Adds a code for the monthly fee to the open order of a practice (`billing/monthly-code`): it takes off the fee of the
 * monthly orders that close after today, as many as the code says, whatever becomes of the code. Locks the organization,
 * then the code. Returns what it takes off.
 * @throws NotFound, Forbidden, Conflict where the order is closed or another code runs, Invalid for one that cannot be used
 */
export async function addMonthlyCode(
  trx: Trx,
  actor: Actor,
  { orderId, code }: Wanted,
  zone: string,
): Promise<MonthlyCode> {
  const found = await findOrder(trx, actor, orderId)
  if (!found) throw new NotFound('This invoice')
  const practice = await lockOrganization(trx, actor, found.organization_id)
  permit(addsCodes(actor, practice), whyClosed(practice))
  // Read behind the lock: an order closes, and codes are added, one after the other.
  const { organization_id: organizationId, status } = (await findOrder(trx, actor, orderId))!
  refuse(whyNoCode({ status, running: await findRunning(trx, actor, organizationId) }))
  const usable = await atField(actor, () => findMonthlyCode(trx, actor, code, { organizationId, zone, lock: true }))
  await scoped(trx, actor.scope)
    .add('promotion_code_uses')
    .values({
      organization_id: organizationId,
      promotion_code_id: usable.id,
      order_id: orderId,
      day: dayIn(zone, actor.now),
      code: usable.code,
      value: toCents(usable.value),
      is_fixed: usable.is_fixed,
      months: usable.months,
      user_id: actor.userId,
      created_at: actor.now,
    })
    .execute()
  const data = { promotion_code_id: usable.id, months: usable.months }
  await record(trx, actor, [{ subject: 'order', id: orderId, organizationId, event: 'code_added', data }])
  return usable
}

/** What is wrong with a code is said at its field; who manages no codes gets one answer for each (`billing/code`). */
async function atField<T>(actor: Actor, find: () => Promise<T>): Promise<T> {
  return find().catch((error: unknown) => {
    const isUnusable = error instanceof NotFound || error instanceof Conflict
    if (isUnusable) throw new Invalid({ code: [managesCodes(actor) ? error.message : unusableCode] })
    if (error instanceof ApiError && error.status === 404) throw new Invalid({ code: [unusableCode] })
    throw error
  })
}

interface Found {
  organization_id: number
  organization_disabled: boolean
  organization_archived: boolean
  status: InvoiceStatus
}

async function findOrder(db: Db, { scope }: Actor, id: number): Promise<Found | undefined> {
  const { rows: found } = await sql<Found>`
    select r.organization_id, o.disabled_at is not null as organization_disabled,
      o.deleted_at is not null as organization_archived, r.fm_invoice_status as status
    from ${rows(scope, 'orders', 'r')} join organizations o on o.id = r.organization_id where r.id = ${id}`.execute(db)
  return found[0]
}

async function findRunning(db: Db, { scope }: Actor, organizationId: number): Promise<RunningCode | null> {
  const { rows: found } = await sql<{ running: RunningCode | null }>`
    select ${runningCode(scope, sql`${organizationId}::int`)} as running`.execute(db)
  return found[0]!.running
}
