import type { OrganizationRole, UserRole } from '@archwire/contract/roles.ts'
import { username } from '@archwire/contract/users/body.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/client.ts'
import { inScope, labScope, rows, scoped } from '../../../db/scope.ts'
import { now } from '../../../kernel/clock.ts'
import { Conflict, Invalid } from '../../../kernel/errors.ts'
import {
  addMember,
  mayInvite,
  shownName,
  stateColumns,
  tellOwners,
  whyNoMember,
  type OrganizationKind,
  type OrganizationState,
} from '../../organizations/index.ts'
import { createUser } from '../../users/index.ts'
import { linkTo, queueLinkMail } from '../link-mails.ts'
import { invitationMail } from '../mails.ts'
import { recordAccount } from '../record-account.ts'
import { currentActors, deadLink, freshToken, hashOf } from '../../auth/index.ts'
import { isFree, taken } from '../addresses.ts'

const days = 7
/** An invitation that still opens something: not accepted, not revoked or replaced, not expired. */
const isOpen = () => sql`i.accepted_at is null and i.revoked_at is null and i.expires_at > ${now()}`

export interface NewInvitation {
  organizationId: number
  email: string
  /** The user name that the new person gets, where it is a valid one. */
  username?: string
  role: OrganizationRole
  isDoctor: boolean
  invitedBy: number | null
}

/**
 * Invites a person into an organization by mail: an unknown address is led to /create-user, a known one to
 * /confirm-invitation (`access/invitation`). An earlier invitation of the address ends. The caller checks who may
 * invite. Returns the id.
 */
export async function invite(trx: Trx, input: NewInvitation, publicUrl: string): Promise<number> {
  const { organizationId } = input
  const email = input.email.toLowerCase()
  await revokeInvitations(trx, organizationId, { email })
  const { id } = await scoped(trx, labScope)
    .add('invitations')
    .values({
      organization_id: organizationId,
      email,
      username: input.username ?? '',
      role: input.role,
      is_doctor: input.isDoctor,
      invited_by: input.invitedBy,
      // This token is never given out: the mail gets its own when it leaves.
      token_hash: hashOf(freshToken()),
      created_at: now(),
      sent_at: now(),
      expires_at: expiry(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await queueInvitation(trx, { id, organizationId, email }, publicUrl)
  return id
}

const expiry = () => new Date(now().getTime() + days * 86_400_000)

/** Sends an invitation again. The earlier link stops working at once; the new one has the whole time before it. */
export async function resendInvitation(
  trx: Trx,
  invitation: { id: number; organizationId: number; email: string },
  publicUrl: string,
): Promise<void> {
  await scoped(trx, labScope)
    .update('invitations')
    .set({ token_hash: hashOf(freshToken()), sent_at: now(), expires_at: expiry() })
    .where('organization_id', '=', invitation.organizationId)
    .where('id', '=', invitation.id)
    .execute()
  await queueInvitation(trx, invitation, publicUrl)
}

/**
 * Ends the invitations of an organization that are not accepted: one by its id, or those of an address. Returns how
 * many it ended: none when another call ended or accepted them first.
 */
export async function revokeInvitations(
  trx: Trx,
  organizationId: number,
  which: { id: number } | { email: string },
): Promise<number> {
  const those = 'id' in which ? sql`i.id = ${which.id}` : sql`lower(i.email) = ${which.email.toLowerCase()}`
  const ended = await sql`update invitations i set revoked_at = ${now()}
    where ${inScope(labScope, 'invitations', 'i')} and i.organization_id = ${organizationId} and ${those}
      and i.accepted_at is null and i.revoked_at is null`.execute(trx)
  return Number(ended.numAffectedRows)
}

async function queueInvitation(
  trx: Trx,
  { id, organizationId, email }: { id: number; organizationId: number; email: string },
  publicUrl: string,
): Promise<void> {
  const { name } = await trx
    .selectFrom('organizations')
    .select(shownName('organizations').as('name'))
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  const known = !(await isFree(trx, email))
  const link = linkTo(publicUrl, known ? 'confirm-invitation' : 'create-user')
  const mail = { ...invitationMail(name, { link, known }), to: email, kind: 'access.invitation', organizationId }
  await queueLinkMail(trx, mail, { invitation_id: id })
}

interface Accepted {
  organization_id: number
  organization: string
  kind: OrganizationKind
  email: string
  username: string
  role: OrganizationRole
  is_doctor: boolean
  invited_by: number | null
}

/** Whether the organization of an invitation takes no new members now. */
const deadInvitation = `${deadLink} Ask the person who invited you to do it again.`

/** What decides whether an invitation can be accepted: its organization, its sender, and the role that it gives. */
interface Offer extends OrganizationState {
  invited_by: number | null
  role: OrganizationRole
}
const offer = sql`${stateColumns}, i.invited_by, i.role`

/** Refuses to let people into an organization that is archived or disabled; the link works again afterwards. */
function refuseClosed({ organization_archived: archived, organization_disabled: disabled }: Offer): void {
  if (!archived && !disabled) return
  const state = archived ? 'archived' : 'disabled'
  throw new Invalid({ token: [`This organization is ${state}, so the invitation cannot be accepted now.`] })
}

/**
 * Refuses what the sender may not send at this moment, whatever took the right away (`people/who-invites`). An invitation
 * of no one is the portal's own.
 */
async function refuseLostSender(db: Db, { invited_by: id, role, ...organization }: Offer): Promise<void> {
  if (id === null) return
  const sender = (await currentActors(db, sql`u.id = ${id}`)).get(id)
  if (!sender || !mayInvite(sender, organization, role)) throw new Invalid({ token: [deadInvitation] })
}

/**
 * What an invitation says of itself; runs before anything costly. 422 for a used, expired, revoked or unknown one, and while
 * no one can join.
 */
export async function requireInvitation(db: Db, token: string): Promise<{ organization: string; email: string }> {
  const open = await sql<Offer & { organization: string; email: string }>`
    select ${offer}, ${shownName('o')} as organization, i.email
    from ${rows(labScope, 'invitations', 'i')} join organizations o on o.id = i.organization_id
    where i.token_hash = ${hashOf(token)} and ${isOpen()}`.execute(db)
  if (!open.rows[0]) throw new Invalid({ token: [deadInvitation] })
  refuseClosed(open.rows[0])
  await refuseLostSender(db, open.rows[0])
  const { organization, email } = open.rows[0]
  return { organization, email }
}

/** Uses up an invitation in one statement; 422 for a used, expired, revoked or unknown one, and while no one can join. */
async function accept(trx: Trx, token: string): Promise<Accepted> {
  const accepted = await sql<Accepted & Offer>`
    update invitations i set accepted_at = ${now()} from organizations o
    where ${inScope(labScope, 'invitations', 'i')} and i.token_hash = ${hashOf(token)} and ${isOpen()}
      and o.id = i.organization_id
    returning ${offer}, o.name as organization, i.email, i.username, i.is_doctor`.execute(trx)
  if (!accepted.rows[0]) throw new Invalid({ token: [deadInvitation] })
  refuseClosed(accepted.rows[0])
  await refuseLostSender(trx, accepted.rows[0])
  return accepted.rows[0]
}

/** The notice to owners about a person who accepted an invitation. */
const joinedBy = ({ organization_id, role, invited_by }: Accepted, userId: number, publicUrl: string) => ({
  organizationId: organization_id,
  userId,
  before: null,
  after: role,
  by: invited_by,
  invited: true,
  at: now(),
  publicUrl,
})

/** Signs an invited person up and into the practice; the link proves the address. */
export async function createInvitedUser(
  trx: Trx,
  input: {
    first_name: string
    last_name: string
    passwordHash: string
    token: string
    address: string
    publicUrl: string
  },
): Promise<void> {
  const invitation = await accept(trx, input.token)
  // Invitations of two practices to one address that are accepted concurrently run one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${invitation.email}, 1))`.execute(trx)
  if (!(await isFree(trx, invitation.email))) throw new Conflict(taken)
  const { first_name, last_name, passwordHash } = input
  const { email, is_doctor, organization_id: organizationId } = invitation
  const role = invitation.kind === 'partner' ? 'lab_partner' : is_doctor ? 'doctor' : 'staff_member'
  const userId = await createUser(trx, { first_name, last_name, email, passwordHash, role, verified: true })
  // Someone else typed it as free text: it is left out unless it is a valid user name.
  const named = username().safeParse(invitation.username)
  if (named.success) await trx.updateTable('users').set({ username: named.data }).where('id', '=', userId).execute()
  await addMember(trx, organizationId, userId, invitation.role)
  await recordAccount(trx, {
    userId,
    organizationId,
    event: 'invitation_accepted',
    address: input.address,
    joined: invitation.role,
  })
  await tellOwners(trx, joinedBy(invitation, userId, input.publicUrl))
}

/** Joins the practice with the existing account of the invited address. */
export async function confirmInvitation(
  trx: Trx,
  token: string,
  { address, publicUrl }: { address: string; publicUrl: string },
): Promise<{ id: number; name: string }> {
  const invitation = await accept(trx, token)
  const person = await trx
    .selectFrom('users')
    .select(['id', 'role', 'deleted_at'])
    .where(sql<boolean>`lower(email) = ${invitation.email}`)
    .forShare()
    .executeTakeFirst()
  if (!person)
    throw new Invalid({ token: ['This email has no account yet. Please use the link in the email to create one.'] })
  const reason = whyNoMember({ role: person.role as UserRole | null, archived: person.deleted_at !== null }, invitation)
  if (reason !== null) throw new Invalid({ token: [reason] })
  const organizationId = invitation.organization_id
  await sql`select pg_advisory_xact_lock(hashtextextended(${invitation.email}, 1))`.execute(trx)
  const member = await trx
    .selectFrom('memberships')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', person.id)
    .executeTakeFirst()
  if (!member) await addMember(trx, organizationId, person.id, invitation.role)
  const joined = member ? {} : { joined: invitation.role }
  await recordAccount(trx, { userId: person.id, organizationId, event: 'invitation_accepted', address, ...joined })
  if (!member) await tellOwners(trx, joinedBy(invitation, person.id, publicUrl))
  return { id: organizationId, name: invitation.organization }
}
