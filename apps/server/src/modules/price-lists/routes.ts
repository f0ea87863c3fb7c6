import { pricing } from '@archwire/contract/pricing/routes.ts'
import type { Serve } from '../../http/serve.ts'
import { presentPricing, readPrices } from '../pricing/index.ts'
import { saveList, saveOwnPrices } from './commands.ts'
import { listOwnVersions, readList } from './queries.ts'

/** Registers the calls that set prices; what a practice is charged is read in `organizations`. */
export function priceListRoutes(serve: Serve): void {
  serve(pricing.list, async ({ db, actor }) => ({ data: await readList(db, actor) }))

  serve(pricing.saveList, async ({ trx, actor, body }) => {
    await saveList(trx, actor, body)
    return { data: await readList(trx, actor), message: 'The price list is saved.' }
  })

  serve(pricing.own, async ({ db, actor, params }) => ({ versions: await listOwnVersions(db, actor, params.id) }))

  serve(pricing.saveOwn, async ({ trx, actor, params, body }) => {
    await saveOwnPrices(trx, actor, params.id, body)
    const prices = await readPrices(trx, { organization_id: params.id }, {})
    return { pricing: presentPricing(actor, prices), message: 'The prices of this practice are saved.' }
  })
}
