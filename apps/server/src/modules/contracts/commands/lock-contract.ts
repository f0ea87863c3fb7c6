import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { rows } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { NotFound, permit, refuse } from '../../../kernel/errors.ts'
import { lockOrganization, whyClosed, type LockedOrganization } from '../../organizations/index.ts'
import { managesContracts } from '../policy.ts'

/** A contract whose practice is locked. */
export interface LockedContract {
  id: number
  organization: LockedOrganization
}

/** The practice of a contract within reach. @throws NotFound */
export async function practiceOfContract(trx: Trx, actor: Actor, id: number): Promise<number> {
  const { rows: found } = await sql<{ organization_id: number }>`
    select c.organization_id from ${rows(actor.scope, 'contracts', 'c')} where c.id = ${id}`.execute(trx)
  if (!found[0]) throw new NotFound('This subscription')
  return found[0].organization_id
}

/**
 * Locks the practice of a contract for a change by the lab's people who manage contracts (`contracts/who-manages`).
 * @throws NotFound, Forbidden, Conflict while the practice is archived or disabled
 */
export async function lockContract(trx: Trx, actor: Actor, id: number): Promise<LockedContract> {
  const organization = await lockOrganization(trx, actor, await practiceOfContract(trx, actor, id), {
    only: 'practice',
  })
  permit(managesContracts(actor), null)
  refuse(whyClosed(organization))
  return { id, organization }
}
