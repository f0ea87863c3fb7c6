import { orders, products, surveyQuestions } from '@archwire/contract/billing/routes.ts'
import { payments } from '@archwire/contract/payments/routes.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import type { PaymentProvider } from '../../services/payments/port.ts'
import { brand } from '../settings/index.ts'
import { readReport, receiveEvent } from './commands/receive-event.ts'
import { invoiceFile } from './invoice-file.ts'
import { readOrder, readProduct, readSurveyQuestion } from './queries.ts'

interface Parts {
  config: Pick<Config, 'labZone'>
  payments: PaymentProvider | undefined
}

/** Registers the calls about invoices and payments, and what a new practice is asked. */
export function billingRoutes(serve: Serve, { config: { labZone: zone }, payments: provider }: Parts): void {
  serve(orders.get, ({ db, actor, params }) => readOrder(db, actor, params.id))

  serve(orders.downloadInvoice, async ({ db, actor, params, query }) => {
    const { order } = await readOrder(db, actor, params.id)
    return invoiceFile(order, query.type, { brand, zone })
  })

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
