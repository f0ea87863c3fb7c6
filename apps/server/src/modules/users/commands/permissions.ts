import type { Permission } from '@archwire/contract/permissions.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Invalid, permit } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { closeLostShareLinks } from '../../share-links/index.ts'
import { may } from '../policy.ts'
import { readFacts } from '../queries.ts'
import { blocked, customPermissionsFor } from '../rules.ts'
import { lockPerson } from './lock-person.ts'

/** Whether the change asks for the actor's own password: what is refused anyway asks for none. */
export async function mayTogglePermission(db: Db, actor: Actor, id: number): Promise<boolean> {
  const person = await readFacts(db, actor, id)
  return person !== undefined && may.change_permissions(actor, person)
}

interface Toggling {
  permission: string
  enabled?: boolean | undefined
  /** Whether the actor's own password was checked. */
  checked: boolean
}

/**
 * Adds a permission to one person, or takes it away (`people/custom`). It counts with the next call of the person, open
 * pages within five seconds (`people/at-once`). Returns whether the person holds it now.
 * @throws Invalid for one that may not be added to people of this role, and when the password was not checked
 */
export async function togglePermission(
  trx: Trx,
  actor: Actor,
  id: number,
  { permission, enabled: wanted, checked }: Toggling,
): Promise<boolean> {
  const { row, facts } = await lockPerson(trx, actor, id)
  permit(may.change_permissions(actor, facts), blocked.change_permissions(facts))
  if (!checked) throw new Invalid({ current_password: ['Required'] })
  if (!customPermissionsFor(facts.role).includes(permission as Permission))
    throw new Invalid({ permission: ['This permission cannot be added to this user.'] })
  const enabled = wanted ?? !row.custom_permissions.includes(permission)
  const others = row.custom_permissions.filter((name) => name !== permission)
  const next = enabled ? [...others, permission] : others
  await sql`
    with changed as (
      insert into custom_permission_changes (user_id, permission, enabled, changed_by, changed_at)
      values (${id}, ${permission}, ${enabled}, ${actor.userId}, ${actor.now})
      on conflict (user_id, permission) do update
        set enabled = excluded.enabled, changed_by = excluded.changed_by, changed_at = excluded.changed_at
    )
    update users set custom_permissions = ${next}::text[], updated_at = ${actor.now} where id = ${id}`.execute(trx)
  if (!enabled) await closeLostShareLinks(trx, actor, { madeBy: id })
  await record(trx, actor, [
    { subject: 'user', id, organizationId: null, event: 'permissions_changed', data: { permission, enabled } },
  ])
  return enabled
}
