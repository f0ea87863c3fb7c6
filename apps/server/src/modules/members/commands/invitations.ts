import type { Invitation, InviteBody } from '@archwire/contract/members/schema.ts'
import { isStaff, type UserRole } from '@archwire/contract/roles.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Invalid, NotFound, permit, refuse } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { countInvitations } from '../../../services/mail/invitations.ts'
import { invite as sendInvitation, resendInvitation as sendAgain, revokeInvitations } from '../../accounts/index.ts'
import { lockOrganization, whyNoMember, type OrganizationState } from '../../organizations/index.ts'
import { firstLinkEnded, grants, standForFirstLink } from '../../users/index.ts'
import { may } from '../policy.ts'
import { findInvitation, openRoles } from '../queries.ts'
import { asRead, blocked } from '../rules.ts'
import { requireChecked } from './grant-owner.ts'

/**
 * Most mails to one address within a day, and from one practice's people to all addresses: the recipients did not ask
 * for them.
 */
const most = { perAddress: 5, perPractice: 200 }

/** Why no more invitations are sent today, as text. The organization is locked, so that no two are counted as one. */
async function whyTooMany(trx: Trx, actor: Actor, organizationId: number, email: string): Promise<string | null> {
  const { all, byAddress } = await countInvitations(trx, { kind: 'access.invitation', organizationId })
  if ((byAddress.get(email.toLowerCase()) ?? 0) >= most.perAddress)
    return 'This email has been invited several times today. Please try again tomorrow.'
  return all >= most.perPractice && !isStaff(actor.role)
    ? `At most ${most.perPractice} invitations a day can be sent. Please try again tomorrow.`
    : null
}

/** Why the person behind an address can't be invited now, as text; null when they can. */
async function whyNotInvited(
  trx: Trx,
  actor: Actor,
  organization: OrganizationState,
  email: string,
): Promise<string | null> {
  const { rows } = await sql<{ role: UserRole | null; archived: boolean; member: boolean }>`
    select u.role, u.deleted_at is not null as archived,
      exists (select 1 from memberships m where m.organization_id = ${organization.organization_id} and m.user_id = u.id) as member
    from users u where lower(u.email) = ${email.toLowerCase()}`.execute(trx)
  const person = rows[0]
  const reason = person && asRead(actor, whyNoMember(person, organization))
  if (reason) return reason
  if (person?.member) return 'This person is a member of the organization already.'
  return whyTooMany(trx, actor, organization.organization_id, email)
}

/**
 * Who of the lab invites a person without a password, whose maker may no longer make the account, stands for it from then
 * on, where they may make such a one (`people/first-link`).
 */
async function standForAddress(trx: Trx, actor: Actor, email: string): Promise<void> {
  if (!isStaff(actor.role)) return
  const { rows } = await sql<{ id: number; role: UserRole | null }>`
    select id, role from users where lower(email) = ${email.toLowerCase()} and password_hash is null`.execute(trx)
  const [person] = rows
  if (person && grants(actor, person.role ?? 'staff_member') && (await firstLinkEnded(trx, person.id)))
    await standForFirstLink(trx, actor, person.id)
}

/** Invites a person by email; an earlier open invitation of the address ends (`people/who-invites`). */
export async function invite(
  trx: Trx,
  actor: Actor,
  { id, body, checked, publicUrl }: { id: number; body: InviteBody; checked: boolean; publicUrl: string },
): Promise<Invitation> {
  const organization = await lockOrganization(trx, actor, id)
  permit(may.invite(actor, organization, body.role), blocked.change(organization))
  requireChecked(body.role, checked)
  const reason = await whyNotInvited(trx, actor, organization, body.email)
  if (reason !== null) throw new Invalid({ email: [reason] })
  // Replacing an invitation revokes it, which takes the same right as sending it.
  for (const role of await openRoles(trx, actor, id, body.email)) permit(may.invite(actor, organization, role), null)
  const { email, username, role, is_doctor: isDoctor } = body
  await standForAddress(trx, actor, email)
  const invitation = { organizationId: id, email, username, role, isDoctor, invitedBy: actor.userId }
  const invitationId = await sendInvitation(trx, invitation, publicUrl)
  await recordInvitation(trx, actor, { id, event: 'member_invited', data: { invitation_id: invitationId, role } })
  return findInvitation(trx, actor, organization, invitationId)
}

interface Which {
  /** The organization's id. */
  id: number
  invitationId: number
}

/** Locks an open invitation for a change by a person who may invite in its role. */
async function lockInvitation(trx: Trx, actor: Actor, { id, invitationId }: Which) {
  const organization = await lockOrganization(trx, actor, id)
  const invitation = await findInvitation(trx, actor, organization, invitationId)
  permit(may.invite(actor, organization, invitation.pivot.role.name), blocked.change(organization))
  return { organization, invitation }
}

/** Sends an open invitation again, also an expired one: a new link for seven days; the earlier one stops working. */
export async function resendInvitation(
  trx: Trx,
  actor: Actor,
  { publicUrl, ...which }: Which & { publicUrl: string },
): Promise<Invitation> {
  const { organization, invitation } = await lockInvitation(trx, actor, which)
  refuse(await whyNotInvited(trx, actor, organization, invitation.email))
  await standForAddress(trx, actor, invitation.email)
  await sendAgain(trx, { id: invitation.id, organizationId: which.id, email: invitation.email }, publicUrl)
  const data = { invitation_id: invitation.id }
  await recordInvitation(trx, actor, { id: which.id, event: 'invitation_resent', data })
  return findInvitation(trx, actor, organization, invitation.id)
}

/** Revokes an open invitation: its link stops working. */
export async function revokeInvitation(trx: Trx, actor: Actor, which: Which): Promise<void> {
  const { invitation } = await lockInvitation(trx, actor, which)
  // Who accepts an invitation locks it, and may have been first.
  const ended = await revokeInvitations(trx, which.id, { id: invitation.id })
  if (ended === 0) throw new NotFound('This invitation')
  const data = { invitation_id: invitation.id }
  await recordInvitation(trx, actor, { id: which.id, event: 'invitation_revoked', data })
}

const recordInvitation = (
  trx: Trx,
  actor: Actor,
  {
    id,
    event,
    data,
  }: { id: number; event: 'member_invited' | 'invitation_resent' | 'invitation_revoked'; data: object },
): Promise<void> => record(trx, actor, [{ subject: 'organization', id, organizationId: id, event, data }])
