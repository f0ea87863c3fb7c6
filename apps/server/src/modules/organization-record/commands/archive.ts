import { formatMoney, toDollars, type Cents } from '@archwire/contract/core/money.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { rows, type Scope } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { checkVersion, refuse } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { archiveRow, restoreRow } from '../../../kernel/records.ts'
import { mostBoughtSeats, seatPrice } from '../../billing/index.ts'
import { beginMonths, closeDue, planOfClosing } from '../../contracts/index.ts'
import { allow, lockRecord, refuseBlocked, tellMembers } from './lock.ts'

/**
 * Archives an organization (`organizations/archived`). Sessions and open streams read memberships of organizations that
 * are not archived, so its members lose it within five seconds (`people/at-once`); nothing of it is changed. A closing whose day
 * has come is made before (`contracts/archive`). Its own people pay what it owes first. @param zone the lab's
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
  await closeDue(trx, id, { zone, now: actor.now })
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
  if (closes_open)
    return `There are charges of ${sum} on your current invoice. Ask the lab to close it, and pay it first.`
  // Work that is done counts some days later: neither it nor the seats are on an order that closes by hand today.
  const toCome = await chargesToCome(trx, scope, id)
  if (toCome > 0)
    return `Charges of ${formatMoney(toDollars(toCome))} are still to come on your current invoice. Ask the lab to archive the practice once they are paid.`
  const seats = await seatsOfMonth(trx, scope, id, zone)
  return seats > 0
    ? `Seats of ${formatMoney(toDollars(seats))} are on your current invoice. Ask the lab to archive the practice once it is closed.`
    : null
}

/** What is in the ledger for an order that closes later, in cents: the lines of a case count some days after it (`billing/ledger`). */
async function chargesToCome(trx: Trx, scope: Scope, id: number): Promise<Cents> {
  const { rows: found } = await sql<{ cents: Cents }>`
    select coalesce(sum(x.cents), 0)::bigint as cents from ${rows(scope, 'charges', 'x')}
    where x.organization_id = ${id} and x.order_id is null and x.voided_at is null`.execute(trx)
  return found[0]!.cents
}

/** What the bought seats of this month cost, in cents (`licenses/bought`). */
async function seatsOfMonth(trx: Trx, scope: Scope, id: number, zone: string): Promise<Cents> {
  const { rows: found } = await sql<{ cents: Cents }>`
    select ${mostBoughtSeats(scope, { zone })} * ${seatPrice} as cents from organizations o
      join ${rows(scope, 'contracts', 'c')} on c.organization_id = o.id where o.id = ${id}`.execute(trx)
  return found[0]?.cents ?? 0
}

/**
 * Restores an archived organization: its members, invitations and shared links are as before. The months of a practice start
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
