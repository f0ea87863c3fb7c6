import type { OrganizationRole } from '@archwire/contract/roles.ts'
import type { Config } from '../../../config.ts'
import type { Db, Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { permit } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { checkOwnPassword } from '../../auth/index.ts'
import {
  endInvitationsBy,
  lockOrganization,
  readOrganization,
  tellOwners,
  type OrganizationState,
} from '../../organizations/index.ts'
import { closeLostShareLinks } from '../../share-links/index.ts'
import { may } from '../policy.ts'
import { findMember } from '../queries.ts'
import { blocked } from '../rules.ts'

interface Change {
  id: number
  userId: number
  role: OrganizationRole
}

/**
 * Checks the editor's own password; people who may not change the role are refused before that.
 * @throws NotFound, Forbidden, Invalid, TooMany
 */
export async function proveRoleChange(
  db: Db,
  actor: Actor,
  { id, userId, role, password }: Change & { password: string },
  config: Config,
): Promise<void> {
  const organization = await readOrganization(db, actor, id)
  const member = await findMember(db, id, userId)
  permit(may.change_role(actor, organization, member, role), null)
  await checkOwnPassword(db, actor.userId, { ...actor, password }, config)
}

/** Gives a member another role within the organization (`people/who-changes-roles`). */
export async function changeRole(
  trx: Trx,
  actor: Actor,
  { id, userId, role, publicUrl }: Change & { publicUrl: string },
): Promise<OrganizationState> {
  const organization = await lockOrganization(trx, actor, id)
  const member = await findMember(trx, id, userId)
  permit(may.change_role(actor, organization, member, role), blocked.change_role(organization, member, role))
  await trx
    .updateTable('memberships')
    .set({ role })
    .where('organization_id', '=', id)
    .where('user_id', '=', userId)
    .execute()
  // Invitations that the member could not send in the new role.
  if (role === 'organization_member') await endInvitationsBy(trx, actor, userId, { organizationId: id })
  else if (role === 'organization_manager')
    await endInvitationsBy(trx, actor, userId, { organizationId: id, role: 'organization_owner' })
  await closeLostShareLinks(trx, actor, { madeBy: userId })
  const data = { user_id: userId, from: member.role, to: role }
  await record(trx, actor, [
    { subject: 'organization', id, organizationId: id, event: 'member_role_changed', data },
    { subject: 'user', id: userId, organizationId: id, event: 'role_changed', data: { from: member.role, to: role } },
  ])
  const told = { before: member.role, after: role, by: actor.userId, at: actor.now, publicUrl }
  await tellOwners(trx, { organizationId: id, userId, ...told })
  return organization
}
