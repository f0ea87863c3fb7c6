import { sql, type Selectable } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import type { DB } from '../../../db/schema.gen.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Conflict } from '../../../kernel/errors.ts'
import { lockRow } from '../../../kernel/records.ts'
import { requireSession } from '../../auth/index.ts'
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
 * @throws NotFound, Unauthenticated when the actor's session ended while this waited
 */
export async function lockPerson(trx: Trx, actor: Actor, id: number, { guards = false } = {}): Promise<Locked> {
  if (guards) await lockGuards(trx, id)
  const row = await lockRow(trx, actor.scope, 'users', id, 'This user', { archived: true })
  // The demo's actors have none.
  if (actor.sessionId !== null) await requireSession(trx, actor)
  // Another statement than the lock: it sees what the lock waited for.
  return { row, facts: (await readFacts(trx, actor, id))! }
}

async function lockGuards(trx: Trx, id: number): Promise<void> {
  await sql`select 1 from organizations o where exists (
    select 1 from memberships m where m.organization_id = o.id and m.user_id = ${id}) order by o.id for no key update`.execute(
    trx,
  )
  await sql`select 1 from users u where u.role = 'super_admin' and exists (
    select 1 from users t where t.id = ${id} and t.role = 'super_admin') order by u.id for no key update`.execute(trx)
}

/** Refuses what the state of a record does not allow. */
export function refuse(reason: string | null): void {
  if (reason !== null) throw new Conflict(reason)
}
