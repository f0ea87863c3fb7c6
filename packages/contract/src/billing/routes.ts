import { z } from 'zod'
import { id, IdParams } from '../core/fields.ts'
import { listOf } from '../core/list.ts'
import { del, get, post } from '../core/route.ts'
import { seesOrders, usesCodes } from '../required-permissions.ts'
import { orderSearch } from './search.ts'
import {
  ByHandBody,
  CaseCharges,
  CurrentOrder,
  Order,
  OrderInList,
  OrderMetadata,
  MonthlyCodeBody,
  PatientChargeBody,
  Product,
  SurveyQuestion,
} from './schema.ts'

/** What a case costs after a change, and what to tell the person. */
export const CaseChargesAnswer = CaseCharges.extend({ message: z.string() })

/** An order after a change, and what to tell the person. */
export const OrderAnswer = z.strictObject({ order: Order, metadata: OrderMetadata, message: z.string() })

export const orders = {
  get: get('/orders/{id}', {
    shows: ['order@params.id', 'contract', 'organization', 'payment_difference'],
    summary: 'An invoice with its lines and sums',
    rules: ['billing/who-reads', 'billing/order', 'billing/payments', 'billing/refunds', 'billing/on-invoice'],
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
  current: get('/organizations/{id}/current_order', {
    shows: ['order', 'contract', 'case', 'organization@params.id'],
    summary: 'The open order of a practice: what it would cost on its closing day',
    rules: ['billing/open-order', 'billing/who-reads'],
    needs: seesOrders,
    params: IdParams,
    returns: CurrentOrder,
  }),
  listOfOrganization: get('/organizations/{id}/list_orders', {
    shows: ['order', 'organization@params.id'],
    summary: 'The orders of a practice, the newest first, the open one included',
    rules: ['billing/order-lists', 'billing/who-reads'],
    needs: seesOrders,
    params: IdParams,
    ...listOf({ key: 'orders', row: OrderInList, search: orderSearch }),
  }),
  listOfUser: get('/users/{id}/orders', {
    shows: ['order', 'user@params.id'],
    summary: 'The orders of the practices of a person, as far as I read them, the newest first',
    rules: ['billing/order-lists', 'billing/who-reads'],
    needs: seesOrders,
    params: IdParams,
    ...listOf({ key: 'orders', row: OrderInList, search: orderSearch }),
  }),
  addByHand: post('/orders/{id}/add_discount_or_charge', {
    changes: ['order'],
    summary: 'Add a charge to the open order, or a discount below zero',
    rules: ['billing/by-hand'],
    needs: 'orders.manage',
    params: IdParams,
    body: ByHandBody,
    returns: OrderAnswer,
    example: { body: { custom_description: 'Return shipping', value: 12.5 } },
  }),
  removeDiscount: del('/orders/{id}/remove_discount', {
    changes: ['order'],
    summary: 'Take a discount that a person entered off the open order',
    rules: ['billing/by-hand'],
    needs: 'orders.manage',
    params: IdParams,
    body: z.strictObject({ discount_id: id() }),
    returns: OrderAnswer,
    example: { body: { discount_id: 2_000_000_000 }, refused: 404 },
  }),
  removeCharge: del('/orders/{id}/remove_charge', {
    changes: ['order'],
    summary: 'Take a charge that a person entered off the open order',
    rules: ['billing/by-hand'],
    needs: 'orders.manage',
    params: IdParams,
    body: z.strictObject({ charge_id: id() }),
    returns: OrderAnswer,
    example: { body: { charge_id: 2_000_000_000 }, refused: 404 },
  }),
  addCode: post('/orders/{id}/promotion_code', {
    changes: ['order'],
    summary: 'Add a promotion code for the monthly fee to the open order',
    rules: ['billing/code', 'billing/monthly-code', 'billing/who-tries-codes'],
    needs: usesCodes,
    rate: { max: 20, per: 'user' },
    params: IdParams,
    body: MonthlyCodeBody,
    returns: OrderAnswer,
    example: { body: { code: 'NO-SUCH-CODE' }, refused: 422 },
  }),
}

export const caseCharges = {
  list: get('/patients/{id}/charges', {
    shows: ['case@params.id', 'order'],
    summary: 'What a case costs, row by row, and on which invoice it stands',
    rules: ['billing/case-costs', 'billing/who-reads'],
    needs: seesOrders,
    params: IdParams,
    returns: CaseCharges,
  }),
  add: post('/patients/{id}/charge', {
    changes: ['case', 'order'],
    summary: 'Add a charge for a case to the open order, or a discount below zero',
    rules: ['billing/by-hand'],
    needs: 'orders.manage',
    params: IdParams,
    body: PatientChargeBody,
    returns: CaseChargesAnswer,
    example: { body: { description: 'Extra bracket', value: 8 } },
  }),
  remove: del('/patients/{id}/charge', {
    changes: ['case', 'order'],
    summary: 'Take a charge for a case off the open order',
    rules: ['billing/by-hand'],
    needs: 'orders.manage',
    params: IdParams,
    body: z.strictObject({ patient_charge_id: id() }),
    returns: CaseChargesAnswer,
    example: { body: { patient_charge_id: 2_000_000_000 }, refused: 404 },
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
