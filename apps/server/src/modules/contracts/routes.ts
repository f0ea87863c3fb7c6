import { contracts } from '@archwire/contract/contracts/routes.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import { resumeContract } from './commands/resume.ts'
import { suspendContract } from './commands/suspend.ts'
import { listContracts, readContract } from './queries.ts'

/** Registers the calls about subscriptions; those that charge are in payment-routes.ts. */
export function contractRoutes(serve: Serve, { config: { labZone: zone } }: { config: Pick<Config, 'labZone'> }): void {
  serve(contracts.list, ({ db, actor, query }) => listContracts(db, actor, query, { zone }))

  serve(contracts.get, async ({ db, actor, params }) => ({
    contract: await readContract(db, actor, params.id, { zone }),
  }))

  serve(contracts.suspend, async ({ trx, actor, params }) => {
    await suspendContract(trx, actor, params.id, zone)
    return { contract: await readContract(trx, actor, params.id, { zone }), message: 'The subscription is suspended.' }
  })

  serve(contracts.resume, async ({ trx, actor, params }) => {
    await resumeContract(trx, actor, params.id, zone)
    return { contract: await readContract(trx, actor, params.id, { zone }), message: 'The subscription is resumed.' }
  })
}
