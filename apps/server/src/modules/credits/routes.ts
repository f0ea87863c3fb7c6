import { credits } from '@archwire/contract/credits/routes.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import { setCredit } from './commands.ts'
import { readCredits } from './queries.ts'

export function creditRoutes(serve: Serve, { labZone: zone }: Pick<Config, 'labZone'>): void {
  serve(credits.get, async ({ db, actor, params }) => ({ credits: await readCredits(db, actor, params.id, zone) }))

  serve(credits.set, async ({ trx, actor, params, body }) => {
    await setCredit(trx, actor, params.id, body)
    return { credits: await readCredits(trx, actor, params.id, zone), message: 'The credit is saved.' }
  })
}
