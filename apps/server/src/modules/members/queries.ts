import type { Invitation, Member } from '@archwire/contract/members/schema.ts'
import { roleLabels, rolesOf, type OrganizationRole, type UserRole } from '@archwire/contract/roles.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { nameOfDoer } from '../../kernel/doer.ts'
import { NotFound, permit } from '../../kernel/errors.ts'
import { readOrganization, type OrganizationState } from '../organizations/index.ts'
import { may } from './policy.ts'
import { decideInvitation, decideMember, type MemberState } from './rules.ts'

type MemberRow = MemberState & {
  full_name: string
  last_name: string
  email: string
  user_role: UserRole | null
}

/** Members by name; of all, or one of them, or the doctors. Archived ones only where asked for. */
async function memberRows(
  db: Db,
  organizationId: number,
  {
    userId = null,
    archived = false,
    doctors = false,
  }: { userId?: number | null; archived?: boolean; doctors?: boolean } = {},
): Promise<MemberRow[]> {
  const found = await sql<MemberRow>`
    select u.id as user_id, u.full_name, u.last_name, u.email, u.role as user_role, m.role,
      exists (select 1 from memberships x join users y on y.id = x.user_id and y.deleted_at is null
        where x.organization_id = m.organization_id and x.role = 'organization_owner' and x.user_id <> m.user_id) as other_owner
    from memberships m join users u on u.id = m.user_id and (${archived} or u.deleted_at is null)
    where m.organization_id = ${organizationId} and (${userId}::int is null or m.user_id = ${userId})
      and (not ${doctors} or u.role = 'doctor')
    order by u.last_name, u.first_name, u.id`.execute(db)
  return found.rows
}

/** One member of an organization; an archived one only where asked for. @throws NotFound */
export async function findMember(
  db: Db,
  organizationId: number,
  userId: number,
  { archived = false }: { archived?: boolean } = {},
): Promise<MemberRow> {
  const [row] = await memberRows(db, organizationId, { userId, archived })
  if (!row) throw new NotFound('This member')
  return row
}

/**
 * The members of an organization by last name, with what the actor may do with each; of a practice, a partner lab sees
 * the doctors (`people/partner`).
 */
export async function listMembers(db: Db, actor: Actor, organization: OrganizationState): Promise<Member[]> {
  const doctors = actor.role === 'lab_partner' && organization.kind === 'practice'
  const found = await memberRows(db, organization.organization_id, { doctors })
  return found.map((row) => ({
    id: row.user_id,
    full_name: row.full_name,
    last_name: row.last_name,
    email: row.email,
    roles: rolesOf(row.user_role),
    is_doctor: row.user_role === 'doctor',
    pivot: pivotOf(row.role),
    can: decideMember(actor, organization, row),
  }))
}

/** The members of an organization within reach. @throws NotFound */
export const membersOf = async (db: Db, actor: Actor, organizationId: number): Promise<Member[]> =>
  listMembers(db, actor, await readOrganization(db, actor, organizationId))

const pivotOf = (role: OrganizationRole) => ({ role: { name: role, label: roleLabels[role] } })

/** Whether a person is a doctor of the organization, who can take cases there. */
export async function isDoctorOf(trx: Trx, organizationId: number, userId: number): Promise<boolean> {
  const [row] = await memberRows(trx, organizationId, { userId })
  return row?.user_role === 'doctor'
}

interface InvitationRow {
  id: number
  email: string
  username: string
  is_doctor: boolean
  role: OrganizationRole
  inviter: { name: string; role: UserRole | null } | null
  sent_at: Date
  expires_at: Date
}

const mostInvitations = 500

/** Invitations that are open: not accepted, not revoked or replaced. Of all, or one of them. */
async function invitationRows(db: Db, actor: Actor, organizationId: number, id: number | null = null) {
  const found = await sql<InvitationRow>`
    select i.id, i.email, i.username, i.is_doctor, i.role, coalesce(i.sent_at, i.created_at) as sent_at, i.expires_at,
      (select json_build_object('name', u.full_name, 'role', u.role) from users u where u.id = i.invited_by) as inviter
    from ${rows(actor.scope, 'invitations', 'i')}
    where i.organization_id = ${organizationId} and (${id}::int is null or i.id = ${id})
      and i.accepted_at is null and i.revoked_at is null
    order by coalesce(i.sent_at, i.created_at) desc, i.id desc limit ${mostInvitations}`.execute(db)
  return found.rows
}

const presentInvitation = (actor: Actor, organization: OrganizationState, row: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  username: row.username === '' ? null : row.username,
  is_doctor: row.is_doctor,
  pivot: pivotOf(row.role),
  invited_by: row.inviter && nameOfDoer(actor, row.inviter),
  sent_at: row.sent_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  is_expired: row.expires_at <= actor.now,
  can: decideInvitation(actor, organization, row),
})

/** The open invitations of an organization, the newest first. @throws NotFound, Forbidden */
export async function listInvitations(db: Db, actor: Actor, organizationId: number): Promise<Invitation[]> {
  const organization = await readOrganization(db, actor, organizationId)
  permit(may.see_invitations(actor, organization), null)
  const found = await invitationRows(db, actor, organizationId)
  return found.map((row) => presentInvitation(actor, organization, row))
}

/** The roles of the open invitations that an address has in an organization: one at most, or none. */
export async function openRoles(
  db: Db,
  actor: Actor,
  organizationId: number,
  email: string,
): Promise<OrganizationRole[]> {
  const found = await sql<{ role: OrganizationRole }>`
    select i.role from ${rows(actor.scope, 'invitations', 'i')}
    where i.organization_id = ${organizationId} and lower(i.email) = ${email.toLowerCase()}
      and i.accepted_at is null and i.revoked_at is null and i.expires_at > ${actor.now}`.execute(db)
  return found.rows.map(({ role }) => role)
}

/** One open invitation of an organization. @throws NotFound */
export async function findInvitation(
  db: Db,
  actor: Actor,
  organization: OrganizationState,
  id: number,
): Promise<Invitation> {
  const [row] = await invitationRows(db, actor, organization.organization_id, id)
  if (!row) throw new NotFound('This invitation')
  return presentInvitation(actor, organization, row)
}
