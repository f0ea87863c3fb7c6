import { locations } from '@archwire/contract/locations/routes.ts'
import type { Serve } from '../../http/serve.ts'
import { createLocation, deleteLocation, updateLocation } from './commands.ts'
import { findLocation, listAssignedLocations, listLocations } from './queries.ts'

export function locationRoutes(serve: Serve): void {
  serve(locations.list, ({ db, actor, query }) => listLocations(db, actor, query))

  serve(locations.get, async ({ db, actor, params }) => ({ location: await findLocation(db, actor, params.id) }))

  serve(locations.create, async ({ trx, actor, body }) => {
    const id = await createLocation(trx, actor, body)
    return { location: await findLocation(trx, actor, id), message: 'The location is added.' }
  })

  serve(locations.update, async ({ trx, actor, params, body }) => {
    await updateLocation(trx, actor, params.id, body)
    return { location: await findLocation(trx, actor, params.id), message: 'The location is saved.' }
  })

  serve(locations.remove, async ({ trx, actor, params }) => {
    await deleteLocation(trx, actor, params.id)
    return { message: 'The location is deleted.' }
  })

  serve(locations.listAssigned, async ({ db, actor, params }) => ({
    locations: await listAssignedLocations(db, actor, params.id),
  }))
}
