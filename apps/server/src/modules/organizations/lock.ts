import { sql, type Selectable } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { DB } from '../../db/schema.gen.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Forbidden, NotFound, Unauthenticated } from '../../kernel/errors.ts'
import { lockRow } from '../../kernel/records.ts'

/**
 * Locks an organization within reach, archived or not: its changes, and those of its members, run one after the other
 * (`people/last-owner`). The actor's own roles are read again behind the lock, because the change that was waited for may
 * have ended them. @throws NotFound, Forbidden
 */
export async function lockOrganizationRow(
  trx: Trx,
  actor: Actor,
  id: number,
): Promise<Selectable<DB['organizations']>> {
  const row = await lockRow(trx, actor.scope, 'organizations', id, 'This organization', { archived: true })
  await refuseChangedRights(trx, actor, id)
  return row
}

/**
 * Refuses an actor whose session has ended, or whose role or membership in the organization is another one by now: for
 * changes that waited for the lock of the organization. A statement after the lock.
 * @throws Unauthenticated, NotFound, Forbidden
 */
export async function refuseChangedRights(trx: Trx, actor: Actor, organizationId: number): Promise<void> {
  const { rows } = await sql<{ role: string | null; membership: string | null; signed_out: boolean }>`
    select u.role,
      exists (select 1 from sessions s where s.id = ${actor.sessionId}::bigint and s.revoked_at is not null) as signed_out,
      (select m.role from memberships m where m.organization_id = ${organizationId} and m.user_id = u.id) as membership
    from users u where u.id = ${actor.userId} and u.deleted_at is null`.execute(trx)
  const before = actor.memberships.find((membership) => membership.organizationId === organizationId)?.role ?? null
  const [person] = rows
  if (person?.signed_out) throw new Unauthenticated()
  if (before !== null && person?.membership === null) throw new NotFound('This organization')
  if (person?.role !== actor.role || person.membership !== before) throw new Forbidden()
}
