import { unnamed } from '@archwire/contract/organizations/unnamed.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { deletionsOf, type Scope } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Conflict, Invalid } from '../../../kernel/errors.ts'
import { oneSpace } from '../../../kernel/excerpt.ts'
import { record } from '../../../kernel/record.ts'
import { removeUploadsOf } from '../../files/index.ts'
import { archiveInstead } from '../rules.ts'
import { allow, lockRecord, refuseBlocked, tellMembers, type Locked } from './lock.ts'

/**
 * Deletes an organization without cases and invoices, whose name is typed to confirm; its people stay
 * (`organizations/deleted`). @throws NotFound, Forbidden, Invalid, Conflict
 */
export async function removeOrganization(trx: Trx, actor: Actor, id: number, name: string): Promise<void> {
  const locked = await lockRecord(trx, actor, id)
  allow(actor, locked, 'delete')
  if (!isItsName(locked, name)) throw new Invalid({ name: ['Type the organization’s name exactly as shown.'] })
  refuseBlocked(locked, 'delete')
  // Notices and events go out while the memberships still name their recipients.
  await tellMembers(trx, id)
  const data = { account_number: locked.row.account_number }
  await record(trx, actor, [{ subject: 'organization', id, organizationId: id, event: 'deleted', data }])
  await removeUploadsOf(trx, actor.scope, id)
  try {
    await deleteOrganizationRow(trx, actor.scope, id)
  } catch (error) {
    // A record that is not the organization's own still names it.
    if ((error as { code?: string }).code === '23503') throw new Conflict(archiveInstead)
    throw error
  }
}

/** The name as pages show it, or the account number. */
function isItsName({ row }: Locked, typed: string): boolean {
  const shown = new RegExp(unnamed).test(row.name) ? row.account_number : row.name
  return [shown, row.account_number].some((name) => oneSpace(name) === oneSpace(typed))
}

/**
 * Deletes a locked organization with everything that belongs to it as a whole: memberships, notices, rows of every tenant
 * table. One statement, because its foreign keys are checked at its end, whatever the order of the tables. A foreign key of
 * another record that still names it is an error (23503).
 */
async function deleteOrganizationRow(trx: Trx, scope: Scope, id: number): Promise<void> {
  await sql`
    with members as (delete from memberships where organization_id = ${id}),
      notices as (delete from notifications where organization_id = ${id}),
      letters as (update mails set organization_id = null where organization_id = ${id}),
      ${sql.join(deletionsOf(scope, id))}
    delete from organizations where id = ${id}`.execute(trx)
}
