import { formatMoney } from '@archwire/contract/core/money.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { checkVersion, refuse } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { archiveRow, restoreRow } from '../../../kernel/records.ts'
import { beginMonths, planOfClosing } from '../../contracts/index.ts'
import { allow, lockRecord, refuseBlocked, tellMembers } from './lock.ts'

/**
 * Archives an organization (`organizations/archived`). Sessions and open streams read memberships of organizations that
 * are not archived, so its members lose it within five seconds (`people/at-once`); nothing of it is changed. Its own people
 * pay what it owes first. @param zone the lab's
 * @throws NotFound, Forbidden, Conflict
 */
export async function archiveOrganization(
  trx: Trx,
  actor: Actor,
  id: number,
  { version, zone }: { version: number | undefined; zone: string },
): Promise<void> {
  const locked = await lockRecord(trx, actor, id)
  allow(actor, locked, 'archive')
  checkVersion(version, locked.row.version)
  refuseBlocked(locked, 'archive')
  if (locked.state.kind === 'practice' && !isStaff(actor.role)) refuse(await whyOwes(trx, actor, id, zone))
  await archiveRow(trx, 'organizations', locked.row, actor.now)
  await record(trx, actor, [{ subject: 'organization', id, organizationId: id, event: 'archived' }])
  await tellMembers(trx, id)
}

/**
 * Why a practice's own people cannot archive it now: it owes an invoice, or will (`contracts/archive`). The lab can. Null:
 * they can.
 */
async function whyOwes(trx: Trx, { scope, now }: Actor, id: number, zone: string): Promise<string | null> {
  const { orders, closes_open, bank_is_under_way, total } = await planOfClosing(trx, scope, id, { zone, now })
  const sum = formatMoney(total)
  if (orders.length > 0) return `Invoices of ${sum} are not paid. Pay them first, in Account under Invoices.`
  if (bank_is_under_way) return 'A payment from your bank account is under way. Please try again once it is settled.'
  return closes_open
    ? `There are charges of ${sum} on your current invoice. Ask the lab to close it, and pay it first.`
    : null
}

/**
 * Restores an archived organization: its members, invitations and shared links are as before. The months of a practice begin
 * anew (`contracts/resume`). @param zone the lab's
 */
export async function restoreOrganization(
  trx: Trx,
  actor: Actor,
  id: number,
  { version, zone }: { version: number | undefined; zone: string },
): Promise<void> {
  const locked = await lockRecord(trx, actor, id)
  allow(actor, locked, 'restore')
  checkVersion(version, locked.row.version)
  refuseBlocked(locked, 'restore')
  await restoreRow(trx, 'organizations', locked.row, actor.now)
  await beginMonths(trx, actor, id, zone)
  await record(trx, actor, [{ subject: 'organization', id, organizationId: id, event: 'restored' }])
  await tellMembers(trx, id)
}
