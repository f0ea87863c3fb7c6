import { seesStatistics } from '@archwire/contract/required-permissions.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { organizationCondition, type Scope } from '../../db/scope.ts'
import { holds, type Actor } from '../../kernel/actor.ts'
import { NotFound, permit } from '../../kernel/errors.ts'
import { notHidden } from '../organizations/index.ts'

/** Whose cases the figures are of. */
export interface FigureScope {
  scope: Scope
  /** The condition on ready rows `c` within the scope. */
  asked: RawBuilder<unknown>
  /** The requested organizations; null when the scope alone decides. */
  organizations: number[] | null
  /** True when these are all cases of the lab. */
  wholeLab: boolean
  /** Two callers with the same key get the same figures. */
  key: string
}

/**
 * The cases within the caller's scope: of the requested organization, else of all whose statistics the caller may see.
 * 404: no such organization in scope; 403: the caller is in it, but may not see statistics there.
 */
export async function resolveFigureScope(
  db: Db,
  actor: Actor,
  organizationId: number | undefined,
): Promise<FigureScope> {
  if (organizationId !== undefined) {
    await findOrganization(db, actor, organizationId)
    permit(holds(actor, seesStatistics, organizationId), null)
  }
  const organizations =
    organizationId !== undefined
      ? [organizationId]
      : actor.scope.kind === 'practice'
        ? actor.memberships
            .map((membership) => membership.organizationId)
            .filter((id) => holds(actor, seesStatistics, id))
        : null
  return {
    scope: actor.scope,
    asked: organizations === null ? sql`true` : sql`c.organization_id = any(${organizations}::int[])`,
    organizations,
    wholeLab: actor.scope.kind === 'lab' && organizations === null,
    key: JSON.stringify([actor.scope, organizations]),
  }
}

async function findOrganization(db: Db, actor: Actor, id: number): Promise<void> {
  const { rows } = await sql`select 1 from organizations o
    where o.id = ${id} and ${notHidden(actor.scope)} and ${organizationCondition(actor.scope, 'o', 'id')}`.execute(db)
  if (rows.length === 0) throw new NotFound('This organization')
}
