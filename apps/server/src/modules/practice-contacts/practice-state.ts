import { sql, type RawBuilder } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import { organizationCondition } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'
import { refuseChangedRights } from '../organizations/index.ts'

/** A practice, as far as it decides what can be done with its own records. */
export interface PracticeState {
  organization_id: number
  organization_disabled: boolean
  organization_archived: boolean
}

const facts = sql`o.id as organization_id, o.disabled_at is not null as organization_disabled,
  o.deleted_at is not null as organization_archived`

/** An archived practice is there for the lab alone. */
const reached = (actor: Actor, id: number) => sql`o.id = ${id} and o.kind = 'practice'
  and (o.deleted_at is null or ${actor.scope.kind === 'lab'}::boolean) and ${organizationCondition(actor.scope, 'o', 'id')}`

/** Reads a practice within reach, and what else is asked of it in the same statement. @throws NotFound */
export async function readPracticeState<Also extends object = object>(
  db: Db,
  actor: Actor,
  id: number,
  also: RawBuilder<unknown> = sql`o.id`,
): Promise<PracticeState & Also> {
  const { rows } = await sql<PracticeState & Also>`
    select ${facts}, ${also} from organizations o where ${reached(actor, id)}`.execute(db)
  if (!rows[0]) throw new NotFound('This organization')
  return rows[0]
}

/**
 * Locks a practice within reach until the end of the transaction: changes of its lists run one after the other. The actor's
 * own roles are read again behind the lock. @throws NotFound, Forbidden
 */
export async function lockPracticeState(trx: Trx, actor: Actor, id: number): Promise<PracticeState> {
  const { rows } = await sql<PracticeState>`
    select ${facts} from organizations o where ${reached(actor, id)} for no key update`.execute(trx)
  if (!rows[0]) throw new NotFound('This organization')
  await refuseChangedRights(trx, actor, id)
  return rows[0]
}
