import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Conflict, Forbidden, NotFound } from '../../../kernel/errors.ts'
import { lockRow } from '../../../kernel/records.ts'
import type { OrganizationState } from '../rules.ts'

/**
 * Locks an organization within reach: changes of its members and invitations run one after the other
 * (`people/last-owner`). The actor's own membership is read again behind the lock, because the change that was waited
 * for may have ended it. @throws NotFound, Forbidden
 */
export async function lockOrganization(trx: Trx, actor: Actor, id: number): Promise<OrganizationState> {
  const row = await lockRow(trx, actor.scope, 'organizations', id, 'This organization', { archived: true })
  const before = actor.memberships.find(({ organizationId }) => organizationId === id)
  if (before) {
    const { rows } = await sql<{ role: string }>`
      select role from memberships where organization_id = ${id} and user_id = ${actor.userId}`.execute(trx)
    if (!rows[0]) throw new NotFound('This organization')
    if (rows[0].role !== before.role) throw new Forbidden()
  }
  return {
    organization_id: id,
    organization_disabled: row.disabled_at !== null,
    organization_archived: row.deleted_at !== null,
    kind: row.kind as OrganizationState['kind'],
  }
}

/** Refuses in the fixed order (`calls/refusals`): 403 by policy, then 409 by state. */
export function permit(allowed: boolean, reason: string | null): void {
  if (!allowed) throw new Forbidden()
  if (reason !== null) throw new Conflict(reason)
}
