import type { OrganizationSummary } from '@archwire/contract/organizations/schema.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import type { Trx } from '../../../db/client.ts'
import { holds, type Actor } from '../../../kernel/actor.ts'
import { Forbidden, permit } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { updateVersioned } from '../../../kernel/records.ts'
import { beginWaived } from '../../billing/index.ts'
import { findSummary } from '../../organizations/index.ts'
import { may } from '../policy.ts'
import { blocked } from '../rules.ts'
import { lockRecord } from './lock.ts'

/**
 * Waives the start-up fee: the practice may submit cases from now on, and its people see it at once
 * (`organizations/start-up-fee`). Its subscription starts on this day of the lab's calendar (`billing/begins`). An invoice
 * of the fee that came back is written off (`billing/settled`).
 * @throws NotFound, Forbidden, Conflict when it is settled already
 */
export async function waiveStartupFee(trx: Trx, actor: Actor, id: number, zone: string): Promise<OrganizationSummary> {
  const { row, state } = await lockRecord(trx, actor, id)
  if (isStaff(actor.role) && state.owes_startup_invoice && !holds(actor, ['orders.manage'], null))
    throw new Forbidden('The start-up fee has an invoice. Only people who manage invoices can waive it.')
  permit(may.waive_startup_fee(actor, state), blocked.waive_startup_fee(state))
  const waived = { startup_fee_settled_at: actor.now, startup_fee_waived_by: actor.userId }
  await updateVersioned(trx, 'organizations', row, undefined, waived, actor.now)
  const ordered = await beginWaived(trx, actor, id, zone)
  await record(trx, actor, [
    ordered,
    { subject: 'organization', id, organizationId: id, event: 'startup_fee_waived', announce: true },
  ])
  return (await findSummary(trx, actor, id))!
}
