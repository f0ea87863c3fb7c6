import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { checkVersion } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { archiveRow, restoreRow } from '../../../kernel/records.ts'
import { beginMonths } from '../../contracts/index.ts'
import { allow, lockRecord, refuseBlocked, tellMembers } from './lock.ts'

/**
 * Archives an organization (`organizations/archived`). Sessions and open streams read memberships of organizations that
 * are not archived, so its members lose it within five seconds (`people/at-once`); nothing of it is changed.
 * @throws NotFound, Forbidden, Conflict
 */
export async function archiveOrganization(
  trx: Trx,
  actor: Actor,
  id: number,
  version: number | undefined,
): Promise<void> {
  const locked = await lockRecord(trx, actor, id)
  allow(actor, locked, 'archive')
  checkVersion(version, locked.row.version)
  refuseBlocked(locked, 'archive')
  await archiveRow(trx, 'organizations', locked.row, actor.now)
  await record(trx, actor, [{ subject: 'organization', id, organizationId: id, event: 'archived' }])
  await tellMembers(trx, id)
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
