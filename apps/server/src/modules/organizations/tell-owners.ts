import type { OrganizationRole, UserRole } from '@archwire/contract/roles.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import { nameOfDoer } from '../../kernel/doer.ts'
import { notify } from '../notifications/index.ts'
import { ownersMail } from './mails.ts'
import { ownerChange, ownerWords } from './notice-words.ts'
import { shownName } from './shown-name.sql.ts'

interface Change {
  organizationId: number
  /** Whose role it is. */
  userId: number
  before: OrganizationRole | null
  after: OrganizationRole | null
  /** Who made the change, or invited the person who accepts; null where nobody knows. */
  by: number | null
  invited?: boolean
  at: Date
  publicUrl: string
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
 * Tells the owners of a practice, in the transaction of the change, that somebody else became an owner, is none any more, or
 * that an owner or a manager was removed (`notices/owners`). A job would come too late: the new owner can remove the others
 * before it runs. Whose role it is hears of it, too: by mail alone once they are no member any more.
 */
export async function tellOwners(trx: Trx, change: Change): Promise<void> {
  const { organizationId, userId, before, after, by, invited = false, at, publicUrl } = change
  const what = ownerChange(before, after)
  if (what === null || by === userId) return
  const { rows } = await sql<{ practice: string; person: string; by_name: string | null; by_role: UserRole | null }>`
    select ${shownName('o')} as practice, u.full_name as person, b.full_name as by_name, b.role as by_role
    from organizations o join users u on u.id = ${userId} left join users b on b.id = ${by}
    where o.id = ${organizationId} and o.kind = 'practice'`.execute(trx)
  const [found] = rows
  if (!found) return
  const readers = await readersOf(trx, organizationId, before === 'organization_owner' ? userId : null)
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
      .filter(({ id, is_owner }) => is_owner || (id === userId && after !== null))
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
