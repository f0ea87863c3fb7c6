import { flawedTrays } from '@archwire/contract/flawed-trays/routes.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import { requestCorrection } from './commands/corrections.ts'
import { changeTray, correctTray, removeTray } from './commands/trays.ts'
import { getRequest } from './queries.ts'
import { getTray, listTrays } from './tray-queries.ts'

/** Corrections of trays: reported, worked on, corrected, printed anew. */
export function flawedTrayRoutes(serve: Serve, config: Config): void {
  serve(flawedTrays.list, async ({ db, actor, query, logRead }) => {
    const page = await listTrays(db, actor, query)
    logRead(...new Set(page.flawed_trays.map((tray) => tray.patient_id)))
    return page
  })
  serve(flawedTrays.get, async ({ db, actor, params, logRead }) => {
    const flawed_tray = await getTray(db, actor, params.id)
    logRead(flawed_tray.patient_id)
    return { flawed_tray }
  })
  serve(flawedTrays.request, async ({ trx, actor, params, body }) => {
    const request = await requestCorrection(trx, actor, params.id, body)
    return {
      customer_request: await getRequest(trx, actor, { request }),
      message: 'The correction is requested.',
    }
  })
  serve(flawedTrays.update, async ({ trx, actor, params, body }) => {
    await changeTray(trx, actor, params.id, body, config.labZone)
    const customer_request = await getRequest(trx, actor, { tray: params.id })
    const flawed_tray = customer_request.flawed_trays.find(({ id }) => id === params.id)!
    return { flawed_tray, customer_request, message: 'The correction is saved.' }
  })
  serve(flawedTrays.remove, async ({ trx, actor, params }) => {
    const request = await removeTray(trx, actor, params.id, config.labZone)
    return { customer_request: await getRequest(trx, actor, { request }), message: 'The flawed tray is removed.' }
  })
  serve(flawedTrays.corrected, async ({ trx, actor, params, body }) => {
    await correctTray(trx, actor, params.id, body)
    const customer_request = await getRequest(trx, actor, { tray: params.id })
    const flawed_tray = customer_request.flawed_trays.find(({ id }) => id === params.id)!
    return { flawed_tray, customer_request, message: 'The tray is corrected.' }
  })
}
