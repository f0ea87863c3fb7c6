import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Conflict, Forbidden, NotFound } from '../../../kernel/errors.ts'
import { lockRow } from '../../../kernel/records.ts'
import { requireSession } from '../../auth/index.ts'
import type { OrganizationState } from '../rules.ts'

/**
 * Locks an organization within reach: changes of its members and invitations run one after the other
 * (`people/last-owner`). The actor's own roles are read again behind the lock, because the change that was waited for may
 * have ended them, or the session. @throws NotFound, Unauthenticated, Forbidden
 */
export async function lockOrganization(trx: Trx, actor: Actor, id: number): Promise<OrganizationState> {
  const row = await lockRow(trx, actor.scope, 'organizations', id, 'This organization', { archived: true })
  // The demo's actors have none.
  if (actor.sessionId !== null) await requireSession(trx, actor)
  await checkStill(trx, actor, id)
  return {
    organization_id: id,
    organization_disabled: row.disabled_at !== null,
    organization_archived: row.deleted_at !== null,
    kind: row.kind as OrganizationState['kind'],
  }
}

/** Refuses an actor whose role, or membership in the organization, is another one by now. */
async function checkStill(trx: Trx, actor: Actor, organizationId: number): Promise<void> {
  const { rows } = await sql<{ role: string | null; membership: string | null }>`
    select u.role,
      (select m.role from memberships m where m.organization_id = ${organizationId} and m.user_id = u.id) as membership
    from users u where u.id = ${actor.userId} and u.deleted_at is null`.execute(trx)
  const before = actor.memberships.find((membership) => membership.organizationId === organizationId)?.role ?? null
  const [person] = rows
  if (before !== null && person?.membership === null) throw new NotFound('This organization')
  if (person?.role !== actor.role || person.membership !== before) throw new Forbidden()
}

/** Refuses in the fixed order (`calls/refusals`): 403 by policy, then 409 by state. */
export function permit(allowed: boolean, reason: string | null): void {
  if (!allowed) throw new Forbidden()
  if (reason !== null) throw new Conflict(reason)
}
