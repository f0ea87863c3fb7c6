import { orders, products, surveyQuestions } from '@archwire/contract/billing/routes.ts'
import { payments } from '@archwire/contract/payments/routes.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import type { PaymentProvider } from '../../services/payments/port.ts'
import { brand, readLabAddress } from '../settings/index.ts'
import { readReport, receiveEvent } from './commands/receive-event.ts'
import { invoiceFile } from './invoice-file.ts'
import { listOrders, listOrdersOfUser } from './orders/list.ts'
import { readCurrentOrder, readOrder } from './orders/read.ts'
import { readProduct, readSurveyQuestion } from './queries.ts'

interface Parts {
  config: Pick<Config, 'labZone'>
  payments: PaymentProvider | undefined
}

/** Registers the calls about invoices and payments, and what a new practice is asked. */
export function billingRoutes(serve: Serve, { config: { labZone: zone }, payments: provider }: Parts): void {
  serve(orders.get, ({ db, actor, params }) => readOrder(db, actor, params.id, zone))

  serve(orders.downloadInvoice, async ({ db, actor, params, query }) => {
    const answer = await readOrder(db, actor, params.id, zone)
    return invoiceFile(answer, query.type, { brand, zone, labAddress: await readLabAddress(db) })
  })

  serve(orders.current, ({ db, actor, params }) => readCurrentOrder(db, actor, params.id, zone))

  serve(orders.listOfOrganization, ({ db, actor, params, query }) => listOrders(db, actor, params.id, query))

  serve(orders.listOfUser, ({ db, actor, params, query }) => listOrdersOfUser(db, actor, params.id, query))

  serve(products.get, async ({ db, params }) => ({ product: await readProduct(db, params.id) }))

  serve(surveyQuestions.get, async ({ db, params }) => {
    const question = await readSurveyQuestion(db, params.id)
    return { survey_question: question, has_questions: question !== null }
  })

  serve(payments.event, async ({ db, request }) => {
    await receiveEvent(db, readReport(provider, request.bytes ?? new Uint8Array(), request.headers))
    return { message: 'Received.' }
  })
}
