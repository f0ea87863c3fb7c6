import { orders, products, surveyQuestions } from '@archwire/contract/billing/routes.ts'
import type { CurrentOrder } from '@archwire/contract/billing/schema.ts'
import { payments } from '@archwire/contract/payments/routes.ts'
import type { z } from 'zod'
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

/** The cases that an order names, whose readers are logged. */
function casesOf({ order, metadata }: Pick<z.infer<typeof CurrentOrder>, 'order' | 'metadata'>): Set<number> {
  const { patients, to_come } = metadata.template_data
  const named = [...(order ? [...order.order_items, ...order.charges, ...order.discounts] : []), ...to_come]
  const ids = [...patients.map(({ patient_id }) => patient_id), ...named.map(({ patient }) => patient?.id ?? null)]
  return new Set(ids.filter((id) => id !== null))
}

/** Registers the calls about invoices and payments, and what a new practice is asked. */
export function billingRoutes(serve: Serve, { config: { labZone: zone }, payments: provider }: Parts): void {
  serve(orders.get, async ({ db, actor, params, logRead }) => {
    const answer = await readOrder(db, actor, params.id, zone)
    for (const id of casesOf(answer)) logRead(id)
    return answer
  })

  serve(orders.downloadInvoice, async ({ db, actor, params, query, logRead }) => {
    const answer = await readOrder(db, actor, params.id, zone)
    for (const id of casesOf(answer)) logRead(id)
    return invoiceFile(answer, query.type, { brand, zone, labAddress: await readLabAddress(db) })
  })

  serve(orders.current, async ({ db, actor, params, logRead }) => {
    const answer = await readCurrentOrder(db, actor, params.id, zone)
    for (const id of casesOf(answer)) logRead(id)
    return answer
  })

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
