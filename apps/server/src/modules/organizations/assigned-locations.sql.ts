import type { Permission } from '@archwire/contract/permissions.ts'
import { sql, type RawBuilder } from 'kysely'
import { holds, type Actor } from '../../kernel/actor.ts'

/** People who see the whole practice, or may change its locations, see all of them. */
const seesEvery: Permission[] = [
  'organization.locations.view-any',
  'organization.patients.view-any',
  'organization.locations.create',
  'organization.locations.update',
  'organization.locations.delete',
]

/** The practices in which a person sees only assigned locations. */
export const narrowed = (actor: Actor): number[] =>
  actor.scope.kind === 'practice' ? actor.scope.own.filter((id) => !holds(actor, seesEvery, id)) : []

/**
 * The condition that the location `alias` is among those that a member sees: the ones assigned to them; all when none
 * is assigned anymore.
 */
export function assignedTo(userId: number | null, alias: string): RawBuilder<boolean> {
  const location = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`(exists (select 1 from location_users x
      where x.organization_id = ${location('organization_id')} and x.location_id = ${location('id')} and x.user_id = ${userId})
    or not exists (select 1 from location_users x
      join locations a on a.organization_id = x.organization_id and a.id = x.location_id and a.deleted_at is null
      where x.organization_id = ${location('organization_id')} and x.user_id = ${userId}))`
}
