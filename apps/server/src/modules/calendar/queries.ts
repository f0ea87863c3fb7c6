import type { Output, Parsed } from '@archwire/contract/core/route.ts'
import type { shipping } from '@archwire/contract/shipping/routes.ts'
import type { Db } from '../../db/client.ts'
import { scoped } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'
import { methodsFor } from './methods.ts'

/**
 * Returns the shipping methods with their current dates; to a location within reach, if one is given: also an archived
 * one that prints still ship to. @throws NotFound
 */
export async function listMethods(
  db: Db,
  actor: Actor,
  query: Parsed<typeof shipping.methods>['query'],
  zone: string,
): Promise<Output<typeof shipping.methods>['shipping_methods']> {
  const id = query.location_id
  const location =
    id === undefined
      ? undefined
      : await scoped(db, actor.scope)
          .from('locations', { archived: true })
          .select('country')
          .where('id', '=', id)
          .executeTakeFirst()
  if (id !== undefined && !location) throw new NotFound('This location')
  const methods = methodsFor({ country: location?.country ?? null, assignment: query.assignment, at: actor.now, zone })
  return query.available_only ? methods.filter(({ available }) => available) : methods
}
