import type { OrganizationRole } from '@archwire/contract/roles.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Invalid, permit } from '../../../kernel/errors.ts'
import { checkOwnPassword } from '../../auth/index.ts'
import { readOrganization } from '../../organizations/index.ts'
import { may } from '../policy.ts'

interface Grant {
  /** The organization's id. */
  id: number
  role: OrganizationRole
  password: string | undefined
}

/**
 * Checks the editor's own password before a person is invited or added as an owner; other roles ask for none. People
 * who may not do it are refused before that. Returns whether the password was checked.
 * @throws NotFound, Forbidden, Invalid, TooMany
 */
export async function proveOwnerGrant(
  db: Db,
  actor: Actor,
  { id, role, password }: Grant,
  { action, config }: { action: 'invite' | 'add'; config: Config },
): Promise<boolean> {
  if (role !== 'organization_owner') return false
  const organization = await readOrganization(db, actor, id)
  permit(may[action](actor, organization, role), null)
  await checkOwnPassword(db, actor.userId, { ...actor, password }, config)
  return true
}

/** Refuses to make an owner unless the password was checked. @throws Invalid */
export function requireChecked(role: OrganizationRole, checked: boolean): void {
  if (role === 'organization_owner' && !checked) throw new Invalid({ current_password: ['Required'] })
}
