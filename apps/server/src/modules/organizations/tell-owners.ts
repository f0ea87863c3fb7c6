import { isStaff, type OrganizationRole, type UserRole } from '@archwire/contract/roles.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { nameOfDoer } from '../../kernel/doer.ts'
import { notify } from '../notifications/index.ts'
import { ownersMail } from './mails.ts'
import { invitationsEnded, ownerChange, ownerWords, type OwnerChange } from './notice-words.ts'
import { shownName } from './shown-name.sql.ts'

interface Happened {
  organizationId: number
  /** Whose role it is. */
  userId: number
  /** Who made the change, or invited the person who accepts; null where no one knows. */
  by: number | null
  invited?: boolean
  at: Date
  publicUrl: string
}
interface Change extends Happened {
  before: OrganizationRole | null
  after: OrganizationRole | null
}

interface Reader {
  id: number
  name: string
  email: string
  is_owner: boolean
}

/** Where a person of a practice finds the members. */
const membersPart = '/account?tab=6&part=members'

/**
 * Tells the owners of a practice, in the transaction of the change, that someone else became an owner, no longer is
 * one, or that an owner or a manager was removed (`notices/owners`). A job would come too late: the new owner can
 * remove the others before it runs. The person whose role changed is notified, too: only by mail once they are no
 * longer a member.
 */
export async function tellOwners(trx: Trx, { before, after, ...happened }: Change): Promise<void> {
  const what = ownerChange(before, after)
  if (what === null) return
  const { userId } = happened
  const more = { mail: before === 'organization_owner' ? userId : null, bell: after !== null ? userId : null }
  await tell(trx, what, happened, more)
}

/**
 * Tells the other owners of each practice that an owner's account was archived, in the transaction of the archive
 * (`notices/owners`). The person can no longer sign in, and is not notified.
 */
export async function tellOfArchivedOwner(trx: Trx, happened: Omit<Happened, 'organizationId'>): Promise<void> {
  for (const { organizationId, role } of await rolesOf(trx, happened.userId))
    if (role === 'organization_owner')
      await tell(trx, 'owner_archived', { ...happened, organizationId }, { mail: null, bell: null })
}

/** The organizations of a person, with the role in each, by id. */
export async function rolesOf(trx: Trx, userId: number): Promise<{ organizationId: number; role: OrganizationRole }[]> {
  const rows = await trx
    .selectFrom('memberships')
    .select(['organization_id', 'role'])
    .where('user_id', '=', userId)
    .orderBy('organization_id')
    .execute()
  return rows.map(({ organization_id, role }) => ({ organizationId: organization_id, role: role as OrganizationRole }))
}

/** @param more who hears of it besides the owners: by mail, and whether in the bell */
async function tell(
  trx: Trx,
  what: OwnerChange,
  { organizationId, userId, by, invited = false, at, publicUrl }: Happened,
  more: { mail: number | null; bell: number | null },
): Promise<void> {
  if (by === userId) return
  const { rows } = await sql<{ practice: string; person: string; by_name: string | null; by_role: UserRole | null }>`
    select ${shownName('o')} as practice, u.full_name as person, b.full_name as by_name, b.role as by_role
    from organizations o join users u on u.id = ${userId} left join users b on b.id = ${by}
    where o.id = ${organizationId} and o.kind = 'practice'`.execute(trx)
  const [found] = rows
  if (!found) return
  const readers = await readersOf(trx, organizationId, more.mail)
  const { practice, person, by_name, by_role } = found
  const doer = nameOfDoer({ role: 'doctor' }, { name: by_name ?? practice, role: by_role })
  const link = publicUrl + membersPart
  const type = `organization.${what}`
  await notify(trx, {
    kind: null,
    type,
    at,
    organizationId,
    about: { subject: 'organization', id: organizationId },
    historyId: null,
    by: invited ? userId : by,
    bell: readers
      .filter(({ id, is_owner }) => is_owner || id === more.bell)
      .map(({ id }) => ({ user: id, message: ownerWords[what].message(person, practice), link: membersPart })),
    mail: readers.map(({ name, email }) => ({
      ...ownersMail(name, what, { person, practice, by: doer, invited, link }),
      to: email,
      kind: type,
    })),
  })
}

/** The owners at this moment, and one person more; archived people are left out. */
async function readersOf(trx: Trx, organizationId: number, more: number | null): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select u.id, u.full_name as name, u.email, m.id is not null as is_owner from users u
    left join memberships m on m.user_id = u.id and m.organization_id = ${organizationId} and m.role = 'organization_owner'
    where u.deleted_at is null and (m.id is not null or u.id = ${more}::int) order by u.id`.execute(trx)
  return rows
}

/**
 * Tells in the bell whose invitations ended with the right to send them: the lab's people, and those who are still members
 * (`people/who-invites`). @param organizations where to, one entry for each invitation
 */
export async function tellOfEndedInvitations(
  trx: Trx,
  { userId: by, now: at }: Pick<Actor, 'userId' | 'now'>,
  userId: number,
  organizations: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ id: number; name: string; member: boolean; role: UserRole | null }>`
    select o.id, ${shownName('o')} as name, m.user_id is not null as member, u.role
    from organizations o join users u on u.id = ${userId} and u.deleted_at is null
      left join memberships m on m.organization_id = o.id and m.user_id = u.id
    where o.id = any(${[...new Set(organizations)]}::int[]) order by o.id`.execute(trx)
  for (const { id, name, member, role } of rows) {
    if (!member && !isStaff(role)) continue
    const count = organizations.filter((each) => each === id).length
    await notify(trx, {
      kind: null,
      type: 'organization.invitations_ended',
      at,
      organizationId: id,
      about: { subject: 'organization', id },
      historyId: null,
      by,
      bell: [
        { user: userId, message: invitationsEnded(count, name), link: member ? membersPart : `/organizations/${id}` },
      ],
    })
  }
}
