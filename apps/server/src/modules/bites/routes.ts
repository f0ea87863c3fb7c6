import { bites } from '@archwire/contract/bites/routes.ts'
import type { Serve } from '../../http/serve.ts'
import { placeArches } from './commands.ts'
import { findBite, listBites } from './queries.ts'

export function biteRoutes(serve: Serve): void {
  serve(bites.list, async ({ db, actor, params, logRead }) => {
    logRead(params.id)
    return listBites(db, actor, params.id)
  })

  serve(bites.create, async ({ trx, actor, params, body }) => {
    const bite = await findBite(trx, actor, await placeArches(trx, actor, params.id, body))
    return {
      bite,
      message:
        bite.method === 'by_shape'
          ? 'The scans are placed by their shapes again.'
          : 'Saved. Contacts, sections and pictures follow.',
    }
  })
}
