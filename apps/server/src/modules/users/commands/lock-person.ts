import { sql, type Selectable } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import type { DB } from '../../../db/schema.gen.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Conflict } from '../../../kernel/errors.ts'
import { lockRow } from '../../../kernel/records.ts'
import { requireSession } from '../../auth/index.ts'
import { lockOrganizationOf } from '../../organizations/index.ts'
import { readFacts } from '../queries.ts'
import type { PersonFacts } from '../rules.ts'

/** A locked person, archived or not, and what the rules need of them. */
export interface Locked {
  row: Selectable<DB['users']>
  facts: PersonFacts
}

/**
 * Locks a person for a change by staff.
 * @param guards locks before that, in one order, what the last owner and the last super admin are counted by: the
 *   person's organizations and all super admins
 * @throws NotFound, Conflict when the guards are other ones by now, Unauthenticated when the actor's session ended while this waited
 */
export async function lockPerson(trx: Trx, actor: Actor, id: number, { guards = false } = {}): Promise<Locked> {
  const locked = guards ? await lockGuards(trx, id) : null
  const row = await lockRow(trx, actor.scope, 'users', id, 'This user', { archived: true })
  // The demo's actors have none.
  if (actor.sessionId !== null) await requireSession(trx, actor)
  // Other statements than the lock: they see what the lock waited for.
  if (locked) await checkGuards(trx, row, locked)
  return { row, facts: (await readFacts(trx, actor, id))! }
}

/** What was locked before the person. */
interface Guards {
  organizations: ReadonlySet<number>
  /** Whether all super admins are, of which the person is one. */
  superAdmins: boolean
}

async function lockGuards(trx: Trx, id: number): Promise<Guards> {
  const organizations = await organizationsOf(trx, id)
  await lockOrganizationOf(trx, ...organizations)
  const superAdmins = await sql`select 1 from users u where u.role = 'super_admin' and exists (
    select 1 from users t where t.id = ${id} and t.role = 'super_admin') order by u.id for no key update`.execute(trx)
  return { organizations: new Set(organizations), superAdmins: superAdmins.rows.length > 0 }
}

async function organizationsOf(trx: Trx, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select organization_id as id from memberships where user_id = ${id}`.execute(trx)
  return rows.map((row) => row.id)
}

/**
 * Refuses a person who became a member or a super admin after the guards were locked: nothing keeps the others who
 * count from leaving at the same time.
 */
async function checkGuards(trx: Trx, { id, role }: Locked['row'], guards: Guards): Promise<void> {
  const organizations = await organizationsOf(trx, id)
  if ((role === 'super_admin' && !guards.superAdmins) || organizations.some((each) => !guards.organizations.has(each)))
    throw new Conflict('The roles of this user have just changed. Please try again.')
}
