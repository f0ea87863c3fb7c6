import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { printingRequestItems } from '@archwire/contract/requests/item-routes.ts'
import { customerRequests, printingRequests } from '@archwire/contract/requests/routes.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import type { Serve } from '../../http/serve.ts'
import { isFromPage } from '../../http/session-cookie.ts'
import type { Actor } from '../../kernel/actor.ts'
import { requireShownPrices } from '../pricing/index.ts'
import { assignPrint } from './commands/assign.ts'
import { completeBundle, markLabelsPrinted, packPrint } from './commands/parcels.ts'
import { changePrint } from './commands/change-print.ts'
import { changeItem, removeItem } from './commands/items.ts'
import { changeShipping, requestPrint } from './commands/prints.ts'
import { cancelRequest, completeRequest, markLabelPrinted } from './commands/requests.ts'
import type { ByRequest } from './facts.ts'
import { listRequests } from './list.sql.ts'
import { listPrintingFiles } from './printing-files.sql.ts'
import { listShipsToday, requestsOfParcel } from './parcels.sql.ts'
import { getRequest, getRequests, listPrints } from './queries.ts'

/** Work after approval: requests, prints, labels, shipping. */
export function requestRoutes(serve: Serve, config: Config): void {
  const requestReply = async (db: Db, actor: Actor, by: ByRequest, message: string) => ({
    customer_request: await getRequest(db, actor, by),
    message,
  })

  const requestsReply = async (db: Db, actor: Actor, ids: number[], message: string) => {
    const requests = await getRequests(db, actor, ids)
    return { customer_request: requests[0]!, customer_requests: requests, message }
  }

  serve(customerRequests.list, async ({ db, actor, query, logRead }) => {
    const page = await listRequests(db, actor, query)
    logRead(...page.customer_requests.map((request) => request.patient_id))
    return page
  })
  serve(customerRequests.listOfOrganization, async ({ db, actor, params, query, logRead }) => {
    const page = await listRequests(db, actor, query, params.id)
    logRead(...page.customer_requests.map((request) => request.patient_id))
    return page
  })
  serve(customerRequests.get, async ({ db, actor, params, logRead }) => {
    const request = await getRequest(db, actor, { request: params.id })
    logRead(request.patient_id)
    return { customer_request: request }
  })
  serve(customerRequests.complete, async ({ trx, actor, params, body }) => {
    await completeRequest(trx, actor, { request: params.id }, body, config.labZone)
    return requestReply(trx, actor, { request: params.id }, 'The request is completed.')
  })
  serve(customerRequests.cancel, async ({ trx, actor, params, body }) => {
    await cancelRequest(trx, actor, params.id, body.reason, config.labZone)
    return requestReply(trx, actor, { request: params.id }, 'The request is canceled.')
  })
  serve(customerRequests.patientLabelPrinted, async ({ trx, actor, params }) => {
    await markLabelPrinted(trx, actor, params.id, 'patient')
    return requestReply(trx, actor, { request: params.id }, 'The patient label is marked as printed.')
  })
  serve(customerRequests.shippingLabelsPrinted, async ({ trx, actor, body }) => {
    await markLabelsPrinted(trx, actor, body.ids, 'shipping')
    return requestsReply(trx, actor, body.ids, 'The shipping label is marked as printed.')
  })
  serve(customerRequests.patientLabelsPrinted, async ({ trx, actor, body }) => {
    await markLabelsPrinted(trx, actor, body.ids, 'patient')
    const message = body.ids.length === 1 ? 'The patient label is' : 'The patient labels are'
    return requestsReply(trx, actor, body.ids, `${message} marked as printed.`)
  })
  serve(customerRequests.bundledCompletion, async ({ trx, actor, body }) => {
    await completeBundle(trx, actor, body, config.labZone)
    return requestsReply(trx, actor, body.ids, 'The shipment is completed.')
  })
  serve(customerRequests.bundledShipment, async ({ db, actor, params, logRead }) => {
    const requests = await requestsOfParcel(db, actor, params.id)
    logRead(...requests.map((request) => request.patient_id))
    return { customer_requests: requests }
  })
  serve(customerRequests.shipsToday, async ({ db, actor, logRead }) => {
    const answer = await listShipsToday(db, actor, config.labZone)
    logRead(...answer.customer_requests.map((request) => request.patient_id))
    return answer
  })

  serve(printingRequests.list, async ({ db, actor, query, logRead }) => {
    const page = await listPrints(db, actor, query)
    logRead(...page.printing_requests.map((print) => print.patient_id))
    return page
  })
  serve(printingRequests.get, async ({ db, actor, params, logRead }) => {
    const request = await getRequest(db, actor, { print: params.id })
    logRead(request.patient_id)
    return { printing_request: request.printing_request! }
  })
  serve(printingRequests.update, async ({ trx, actor, params, body }) => {
    await changePrint(trx, actor, params.id, body, config.labZone)
    return {
      printing_request: (await getRequest(trx, actor, { print: params.id })).printing_request!,
      message: 'The print is saved.',
    }
  })
  serve(printingRequests.create, async ({ trx, actor, request, query, body }) => {
    if (isFromPage(request)) requireShownPrices(actor, query, 'ask')
    const id = await requestPrint(trx, actor, body, config.labZone, query)
    return requestReply(trx, actor, { request: id }, 'The print was requested.')
  })
  serve(printingRequests.completed, async ({ trx, actor, params, body }) => {
    await completeRequest(trx, actor, { print: params.id }, body, config.labZone)
    return requestReply(trx, actor, { print: params.id }, 'The request is completed.')
  })
  serve(printingRequests.packed, async ({ trx, actor, params, body }) => {
    await packPrint(trx, actor, params.id, body.packed)
    const message = body.packed ? 'The print is packed.' : 'The print is taken out of the parcel.'
    return requestReply(trx, actor, { print: params.id }, message)
  })
  serve(printingRequests.assign, async ({ trx, actor, params, body }) => {
    await assignPrint(trx, actor, params.id, body, config.labZone)
    return requestReply(trx, actor, { print: params.id }, 'The print is assigned.')
  })
  serve(printingRequests.shipping, async ({ trx, actor, params, body }) => {
    await changeShipping(trx, actor, params.id, body, config.labZone)
    return {
      printing_request: (await getRequest(trx, actor, { print: params.id })).printing_request!,
      message: 'Shipping saved.',
    }
  })

  serve(patientFiles.printing, async ({ db, actor, query, logRead }) => {
    const page = await listPrintingFiles(db, actor, query)
    logRead(...new Set(page.patient_files.map(({ patient }) => patient.id)))
    return page
  })

  serve(printingRequestItems.update, async ({ trx, actor, params, body }) => {
    await changeItem(trx, actor, params.id, body)
    const reply = await requestReply(trx, actor, { item: params.id }, 'The item is saved.')
    const items = reply.customer_request.printing_request!.printing_request_items
    return { ...reply, printing_request_item: items.find((item) => item.id === params.id)! }
  })
  serve(printingRequestItems.remove, async ({ trx, actor, params }) => {
    const request = await removeItem(trx, actor, params.id)
    return requestReply(trx, actor, { request }, 'The item is deleted.')
  })
}
