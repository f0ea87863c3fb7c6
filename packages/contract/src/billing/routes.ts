import { z } from 'zod'
import { IdParams } from '../core/fields.ts'
import { get } from '../core/route.ts'
import { seesOrders } from '../required-permissions.ts'
import { Order, OrderMetadata, Product, SurveyQuestion } from './schema.ts'

export const orders = {
  get: get('/orders/{id}', {
    shows: ['order@params.id', 'organization'],
    summary: 'An invoice with its lines and sums',
    rules: ['billing/who-reads', 'billing/order', 'billing/payments', 'billing/refunds'],
    needs: seesOrders,
    params: IdParams,
    returns: z.strictObject({ order: Order, metadata: OrderMetadata }),
  }),
  downloadInvoice: get('/orders/{id}/download_invoice', {
    shows: ['order@params.id'],
    summary: 'An invoice as a file: CSV, or PDF once it has a number',
    rules: ['billing/files', 'billing/who-reads'],
    needs: seesOrders,
    params: IdParams,
    query: z.strictObject({
      /** The kind of file. */
      type: z.enum(['pdf', 'csv']),
    }),
    file: true,
    returns: z.strictObject({
      name: z.string(),
      type: z.string(),
      bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    }),
    example: { query: { type: 'csv' } },
  }),
}

export const products = {
  get: get('/products/{id}', {
    shows: [],
    summary: 'A product and its price',
    rules: ['billing/product'],
    needs: 'session',
    params: IdParams,
    example: { params: { id: 1 } },
    returns: z.strictObject({ product: Product }),
  }),
}

export const surveyQuestions = {
  get: get('/survey_questions/{id}', {
    shows: [],
    summary: 'A question for new practices with its answers, and whether it is asked',
    rules: ['billing/survey'],
    needs: 'session',
    params: IdParams,
    example: { params: { id: 1 } },
    returns: z.strictObject({ survey_question: SurveyQuestion.nullable(), has_questions: z.boolean() }),
  }),
}
