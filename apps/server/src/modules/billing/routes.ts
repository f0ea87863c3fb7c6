import { orders, products, surveyQuestions } from '@archwire/contract/billing/routes.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import { brand } from '../settings/index.ts'
import { invoiceFile } from './invoice-file.ts'
import { readOrder, readProduct, readSurveyQuestion } from './queries.ts'

/** Registers the calls about invoices, and what a new practice is asked and pays. */
export function billingRoutes(serve: Serve, { labZone: zone }: Pick<Config, 'labZone'>): void {
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
}
