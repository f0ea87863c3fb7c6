import type { Route } from '@archwire/contract/core/route.ts'
import type { FastifyRequest } from 'fastify'
import { holdsSomewhere } from '../kernel/actor.ts'
import { Forbidden } from '../kernel/errors.ts'
import { recordOf } from './access-log.ts'
import type { Serving } from './serving.ts'

/**
 * Refuses a body with a field whose permission its sender holds nowhere (`people/fields`), before the shape of the body
 * is checked. Whether the permission applies to the record is for the policies. @throws Forbidden naming the field
 */
export function refuseFields(serving: Serving, route: Route, request: FastifyRequest): void {
  const { actor, body } = request
  if (!actor || !route.fieldPermissions || typeof body !== 'object' || body === null) return
  for (const [field, needs] of Object.entries(route.fieldPermissions))
    if (Object.hasOwn(body, field) && !holdsSomewhere(actor, needs)) {
      serving.accessLog.denied(actor, `${route.method} ${route.path}`, recordOf(route, request))
      throw new Forbidden(`You don't have permission to set ${field}.`)
    }
}
