import type { OrganizationSummary } from '@archwire/contract/organizations/routes.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Conflict, NotFound } from '../../kernel/errors.ts'
import { record } from '../../kernel/record.ts'
import { findSummary, withinReach } from './list.ts'

/**
 * Waives the start-up fee: the practice may submit cases from now on, and its people see it at once. 404 for one out of reach,
 * 409 when it is settled already. (The contract that a waiver also makes comes with billing; decisions §11.)
 */
export async function waiveStartupFee(trx: Trx, actor: Actor, id: number): Promise<OrganizationSummary> {
  const { rowCount } = await read(trx, actor, id)
  if (rowCount === 0) throw new NotFound('This organization')
  const { numAffectedRows } = await sql`
    update organizations set startup_fee_settled_at = ${actor.now}, startup_fee_waived_by = ${actor.userId}, updated_at = ${actor.now},
      version = version + 1
    where id = ${id} and startup_fee_settled_at is null and kind = 'practice'`.execute(trx)
  if (numAffectedRows !== 1n) throw new Conflict('The start-up fee of this organization is settled already.')
  await record(trx, actor, [{ subject: 'organization', id, organizationId: id, event: 'startup_fee_waived' }])
  return (await findSummary(trx, actor, id))!
}

/** Locks the row, so that two waivers go one after the other. */
async function read(trx: Trx, actor: Actor, id: number): Promise<{ rowCount: number }> {
  const { rows } = await sql`select 1 from organizations o where ${withinReach(actor, id)} for update`.execute(trx)
  return { rowCount: rows.length }
}
