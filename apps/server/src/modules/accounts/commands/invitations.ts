import type { OrganizationRole } from '@archwire/contract/roles.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/client.ts'
import { inScope, labScope, rows, scoped } from '../../../db/scope.ts'
import { now } from '../../../kernel/clock.ts'
import { Conflict, Invalid } from '../../../kernel/errors.ts'
import { addMember, shownName } from '../../organizations/index.ts'
import { createUser } from '../../users/index.ts'
import { linkTo, queueLinkMail } from '../link-mails.ts'
import { invitationMail } from '../mails.ts'
import { recordAccount } from '../record-account.ts'
import { deadLink, freshToken, hashOf } from '../../auth/index.ts'
import { isFree, taken } from '../addresses.ts'

const days = 7

/**
 * Invites a person into a practice by mail: an unknown address is led to /create-user, a known one to
 * /confirm-invitation (`access/invitation`). The caller checks who may invite.
 */
export async function invite(
  trx: Trx,
  input: { organizationId: number; email: string; role: OrganizationRole; isDoctor: boolean; invitedBy: number | null },
  publicUrl: string,
): Promise<void> {
  const { id } = await scoped(trx, labScope)
    .add('invitations')
    .values({
      organization_id: input.organizationId,
      email: input.email.toLowerCase(),
      role: input.role,
      is_doctor: input.isDoctor,
      invited_by: input.invitedBy,
      // This token is never given out: the mail gets its own when it leaves.
      token_hash: hashOf(freshToken()),
      created_at: now(),
      expires_at: new Date(now().getTime() + days * 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { name } = await trx
    .selectFrom('organizations')
    .select(shownName('organizations').as('name'))
    .where('id', '=', input.organizationId)
    .executeTakeFirstOrThrow()
  const known = !(await isFree(trx, input.email))
  const link = linkTo(publicUrl, known ? 'confirm-invitation' : 'create-user')
  const mail = { ...invitationMail(name, { link, known }), to: input.email, kind: 'access.invitation' }
  await queueLinkMail(trx, mail, { invitation_id: id })
}

interface Invitation {
  organization_id: number
  organization: string
  email: string
  role: OrganizationRole
  is_doctor: boolean
}

/** Runs before anything costly: 422 for a used, expired or unknown invitation. */
export async function requireInvitation(db: Db, token: string): Promise<void> {
  const open =
    await sql`select 1 from ${rows(labScope, 'invitations', 'i')} join organizations o on o.id = i.organization_id
    where i.token_hash = ${hashOf(token)} and i.accepted_at is null and i.expires_at > ${now()} and o.deleted_at is null`.execute(
      db,
    )
  if (open.rows.length === 0) throw new Invalid({ token: [deadLink] })
}

/** Uses up an invitation in one statement; 422 for a used, expired or unknown one. */
async function accept(trx: Trx, token: string): Promise<Invitation> {
  const accepted = await sql<Invitation>`
    update invitations i set accepted_at = ${now()} from organizations o
    where ${inScope(labScope, 'invitations', 'i')} and i.token_hash = ${hashOf(token)} and i.accepted_at is null and i.expires_at > ${now()}
      and o.id = i.organization_id and o.deleted_at is null
    returning i.organization_id, o.name as organization, i.email, i.role, i.is_doctor`.execute(trx)
  if (!accepted.rows[0]) throw new Invalid({ token: [deadLink] })
  return accepted.rows[0]
}

/** Signs an invited person up and into the practice; the link proves the address. */
export async function createInvitedUser(
  trx: Trx,
  input: { first_name: string; last_name: string; passwordHash: string; token: string; address: string },
): Promise<void> {
  const invitation = await accept(trx, input.token)
  // Invitations of two practices to one address that are accepted concurrently run one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${invitation.email}, 1))`.execute(trx)
  if (!(await isFree(trx, invitation.email))) throw new Conflict(taken)
  const { first_name, last_name, passwordHash } = input
  const { email, is_doctor, organization_id: organizationId } = invitation
  const role = is_doctor ? 'doctor' : 'staff_member'
  const userId = await createUser(trx, { first_name, last_name, email, passwordHash, role, verified: true })
  await addMember(trx, organizationId, userId, invitation.role)
  await recordAccount(trx, { userId, organizationId, event: 'invitation_accepted', address: input.address })
}

/** Joins the practice with the existing account of the invited address. */
export async function confirmInvitation(
  trx: Trx,
  token: string,
  address: string,
): Promise<{ id: number; name: string }> {
  const invitation = await accept(trx, token)
  const person = await trx
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`lower(email) = ${invitation.email}`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!person)
    throw new Invalid({ token: ['This email has no account yet. Please use the link in the email to create one.'] })
  const organizationId = invitation.organization_id
  await sql`select pg_advisory_xact_lock(hashtextextended(${invitation.email}, 1))`.execute(trx)
  const member = await trx
    .selectFrom('memberships')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', person.id)
    .executeTakeFirst()
  if (!member) await addMember(trx, organizationId, person.id, invitation.role)
  await recordAccount(trx, { userId: person.id, organizationId, event: 'invitation_accepted', address })
  return { id: organizationId, name: invitation.organization }
}
