import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { permit } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { revokeInvitations } from '../../accounts/index.ts'
import { endInvitationsBy, lockOrganization, tellOwners, type OrganizationState } from '../../organizations/index.ts'
import { unassign } from '../../locations/index.ts'
import { forgetAddress } from '../../notification-settings/index.ts'
import { closeLostShareLinks } from '../../share-links/index.ts'
import { may } from '../policy.ts'
import { findMember } from '../queries.ts'
import { blocked } from '../rules.ts'
import { handOver } from './hand-over.ts'

interface Removing {
  /** The organization's id. */
  id: number
  userId: number
  /** A doctor of the organization who takes the open cases. */
  handOverTo: number | null
  publicUrl: string
}

/**
 * Takes a member, archived or not, out of an organization (`people/who-removes`). The cases stay, under the same name
 * or handed over; open invitations to the address, and those that the member sent, end, so that no earlier link leads
 * back. Share links of cases that the person no longer sees are closed. Sessions read the memberships anew with each change and every two seconds (`people/at-once`).
 */
export async function removeMember(
  trx: Trx,
  actor: Actor,
  { id, userId, handOverTo, publicUrl }: Removing,
): Promise<OrganizationState> {
  const organization = await lockOrganization(trx, actor, id)
  const member = await findMember(trx, id, userId, { archived: true })
  permit(may.remove(actor, organization, member), blocked.remove(organization, member))
  const handing = { organizationId: id, from: userId, which: 'open' } as const
  if (handOverTo !== null) await handOver(trx, actor, { ...handing, to: handOverTo }, 'hand_over_to')
  await trx.deleteFrom('memberships').where('organization_id', '=', id).where('user_id', '=', userId).execute()
  await unassign(trx, actor, id, userId)
  await revokeInvitations(trx, id, { email: member.email })
  await endInvitationsBy(trx, actor, userId, { organizationId: id })
  await forgetAddress(trx, actor, id, member.email)
  await closeLostShareLinks(trx, actor, { madeBy: userId })
  const data = { user_id: userId, role: member.role }
  await record(trx, actor, [
    { subject: 'organization', id, organizationId: id, event: 'member_removed', data },
    { subject: 'user', id: userId, organizationId: id, event: 'removed' },
  ])
  const told = { before: member.role, after: null, by: actor.userId, at: actor.now, publicUrl }
  await tellOwners(trx, { organizationId: id, userId, ...told })
  return organization
}
