import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { requireSession } from '../../auth/index.ts'
import { lockOrganizationRow } from '../../organizations/index.ts'
import type { OrganizationState } from '../rules.ts'

/**
 * Locks an organization whose members or invitations change; a session that ended while it waited changes nothing.
 * @throws NotFound, Unauthenticated, Forbidden
 */
export async function lockOrganization(trx: Trx, actor: Actor, id: number): Promise<OrganizationState> {
  const row = await lockOrganizationRow(trx, actor, id)
  // The demo's actors have none.
  if (actor.sessionId !== null) await requireSession(trx, actor)
  return {
    organization_id: id,
    organization_disabled: row.disabled_at !== null,
    organization_archived: row.deleted_at !== null,
    kind: row.kind as OrganizationState['kind'],
  }
}
