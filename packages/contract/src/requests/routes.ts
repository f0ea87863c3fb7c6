import { z } from 'zod'
import { Day, id, idList, IdParams, seen, version } from '../core/fields.ts'
import { listOf } from '../core/list.ts'
import { accepts } from '../core/record-schema.ts'
import { anyOf, get, post, put } from '../core/route.ts'
import { completesRequests, keepsFees, recordsRequestWork, seesCases, recordsPrints } from '../required-permissions.ts'
import { CustomerRequestAnswer } from './answers.ts'
import {
  Completion,
  completes,
  editsShipping,
  givesAway,
  keepFee,
  NewPrint,
  ofTheLab,
  PrintChange,
  shippingExample,
  shippingFee,
  shippingFields,
  ShownPrices,
  trackingNumber,
} from './bodies.ts'
import { requestFields } from './fields.ts'
import { editsItems } from './item-routes.ts'
import { CustomerRequest, PrintingRequest, RequestSummary } from './schema.ts'
import { printSearch, requestSearch } from './search.ts'

/** Several requests after a change of all of them; `customer_request` is the first of them. */
export const CustomerRequestsAnswer = z.strictObject({
  customer_request: CustomerRequest,
  customer_requests: z.array(CustomerRequest),
  message: z.string(),
})
/** As many as one call changes. */
const requestIds = () => idList(100).min(1)

const listed = {
  shows: ['case', 'location'],
  rules: ['requests/list', 'people/own-cases', 'work/search', 'work/in-address'],
  needs: seesCases,
  ...listOf({ key: 'customer_requests', row: RequestSummary, search: requestSearch }),
} as const

export const customerRequests = {
  list: get('/customer_requests', { ...listed, summary: 'Requests within my reach, those changed last first' }),
  listOfOrganization: get('/organizations/{id}/customer_requests', {
    ...listed,
    summary: 'The requests of one organization, those changed last first',
    params: IdParams,
  }),
  get: get('/customer_requests/{id}', {
    shows: ['case@customer_request.patient_id', 'location'],
    summary: 'A request with its print, its work and what I may do with it',
    rules: ['requests/request', 'cases/why-not'],
    needs: seesCases,
    params: IdParams,
    returns: z.strictObject({ customer_request: CustomerRequest }),
  }),
  complete: post('/customer_requests/{id}/complete', {
    changes: ['case'],
    summary: 'Complete a request; a print that ships needs its tracking number',
    rules: ['requests/complete', 'requests/fee', 'cases/settles', 'cases/seen'],
    needs: completes,
    fieldPermissions: ofTheLab,
    params: IdParams,
    body: Completion,
    returns: CustomerRequestAnswer,
    example: { body: { tracking_number: '1Z999AA10123456784', seen: 'unknown' } },
  }),
  cancel: post('/customer_requests/{id}/cancel', {
    changes: ['case'],
    summary: 'Cancel a request; completed work stays in the history',
    rules: ['requests/cancel', 'cases/settles'],
    needs: anyOf('customer-requests.manage', 'customer-requests.cancel', 'organization.customer-requests.cancel'),
    params: IdParams,
    body: z.strictObject({ reason: accepts(requestFields.table.reason).optional() }),
    returns: CustomerRequestAnswer,
    example: { body: {} },
  }),
  managementData: put('/customer_requests/{id}/management_data', {
    changes: ['case'],
    summary: 'Set the technician of the print, or of the correction, of a request',
    rules: ['work/technician', 'people/own-work', 'requests/duplicate'],
    needs: recordsPrints,
    params: IdParams,
    body: z.strictObject({
      kind: z.enum(['printing_request', 'flawed_tray']).default('printing_request'),
      assigned_to: id().nullable(),
    }),
    returns: CustomerRequestAnswer,
    example: { body: { kind: 'printing_request', assigned_to: null } },
  }),
  patientLabelPrinted: post('/customer_requests/{id}/patient_label_printed', {
    changes: ['case'],
    summary: 'Mark the patient label as printed',
    rules: ['requests/labels'],
    needs: recordsPrints,
    params: IdParams,
    returns: CustomerRequestAnswer,
  }),
  shippingLabelsPrinted: post('/customer_requests/bulk_shipping_label_printed', {
    changes: ['case'],
    summary: 'Mark the shipping labels of requests as printed',
    rules: ['requests/labels'],
    needs: recordsPrints,
    body: z.strictObject({ ids: requestIds() }),
    returns: CustomerRequestsAnswer,
    example: { body: { ids: [2_000_000_000] } },
  }),
  patientLabelsPrinted: post('/customer_requests/bulk_patient_label_printed', {
    changes: ['case'],
    summary: 'Mark the patient labels of requests as printed',
    rules: ['requests/labels', 'requests/bundles'],
    needs: recordsPrints,
    body: z.strictObject({ ids: requestIds() }),
    returns: CustomerRequestsAnswer,
    example: { body: { ids: [2_000_000_000] } },
  }),
  bundledCompletion: post('/customer_requests/bundled_completion', {
    changes: ['case'],
    summary: 'Complete the requests of one parcel with one tracking number, all or none',
    rules: ['requests/bundles', 'requests/complete', 'requests/fee', 'cases/seen', 'cases/settles'],
    needs: completesRequests,
    body: z.strictObject({
      ids: requestIds(),
      tracking_number: trackingNumber(),
      /** Dollars for the whole parcel; empty: the price list. */
      custom_shipping_fee: shippingFee(),
      /**
       * Each open request of the parcel as it was seen, also those that are left out. What changed since is a 409 that
       * names it.
       */
      seen: z
        .array(z.strictObject({ id: id(), seen: seen() }))
        .max(200)
        .optional(),
    }),
    returns: CustomerRequestsAnswer,
    // A parcel of one print is none.
    example: { body: { ids: [2_000_000_000], tracking_number: '1Z999AA10123456784' }, refused: 422 },
  }),
  bundledShipment: get('/customer_requests/{id}/bundled_shipment', {
    shows: ['case', 'location'],
    summary: 'The requests whose prints ship in one parcel with this one, itself included',
    rules: ['requests/bundles'],
    needs: recordsRequestWork,
    params: IdParams,
    returns: z.strictObject({ customer_requests: z.array(CustomerRequest) }),
  }),
  shipsToday: get('/customer_requests/ships_today', {
    shows: ['case', 'location'],
    summary: 'What the lab ships today, what is overdue, and what has shipped today',
    rules: ['requests/ships-today', 'requests/bundles'],
    needs: recordsRequestWork,
    returns: z.strictObject({
      /** The lab's date. */
      today: Day,
      customer_requests: z.array(CustomerRequest),
      /** How many more there are. */
      left_out: z.int(),
      /** The next day on which prints ship, and how many; null where none is planned. */
      next: z.strictObject({ day: Day, prints: z.int() }).nullable(),
    }),
  }),
}

/** A print after a change, and what to tell the person. */
const PrintAnswer = z.strictObject({ printing_request: PrintingRequest, message: z.string() })

export const printingRequests = {
  list: get('/printing_requests', {
    shows: ['case', 'location'],
    summary: 'Prints within my reach, newest first',
    rules: ['requests/request'],
    needs: seesCases,
    ...listOf({ key: 'printing_requests', row: PrintingRequest, search: printSearch, perPage: 5 }),
  }),
  get: get('/printing_requests/{id}', {
    shows: ['case', 'location'],
    summary: 'One print with its items and shipping',
    rules: ['requests/items'],
    needs: seesCases,
    params: IdParams,
    returns: z.strictObject({ printing_request: PrintingRequest }),
  }),
  update: put('/printing_requests/{id}', {
    changes: ['case'],
    summary: 'Change the items of a print and how it ships, in one save',
    rules: [
      'requests/edit-print',
      'requests/edit',
      'requests/edit-items',
      'requests/keep-fee',
      'requests/arrival',
      'requests/window',
    ],
    needs: anyOf(...editsShipping, ...editsItems),
    fieldPermissions: {
      location_id: editsShipping,
      shipping_method_id: editsShipping,
      expected_arrival_date: editsShipping,
      delivery_date_from: editsShipping,
      delivery_date_to: editsShipping,
      printing_request_items: editsItems,
      keep_fee: keepsFees,
    },
    params: IdParams,
    body: PrintChange,
    returns: PrintAnswer,
    example: { body: { ...shippingExample, printing_request_items: [{ id: 1, insert_brackets: false }] } },
  }),
  create: post('/printing_requests', {
    changes: ['case'],
    summary: 'Request a print of an approved case, at the prices that were shown',
    rules: [
      'requests/ask',
      'requests/price',
      'requests/free',
      'organizations/suspended',
      'requests/duplicate',
      'requests/arrival',
    ],
    needs: anyOf('customer-requests.manage', 'organization.printing-requests.create'),
    fieldPermissions: { free_reason: givesAway },
    query: ShownPrices,
    body: NewPrint,
    returns: CustomerRequestAnswer,
    example: { body: { patient_id: 1, arches: 3, content_type_id: 1 } },
  }),
  completed: post('/printing_requests/{id}/completed', {
    changes: ['case'],
    summary: 'Complete a print and its request',
    rules: ['requests/complete', 'requests/fee', 'cases/settles'],
    needs: completes,
    fieldPermissions: ofTheLab,
    params: IdParams,
    body: Completion,
    returns: CustomerRequestAnswer,
    example: { body: { tracking_number: '1Z999AA10123456784', seen: 'unknown' } },
  }),
  packed: post('/printing_requests/{id}/packed', {
    changes: ['case'],
    summary: 'Mark a print as put into its parcel, or as taken out of it',
    rules: ['requests/ships-today'],
    needs: recordsRequestWork,
    params: IdParams,
    body: z.strictObject({ packed: z.boolean() }),
    returns: CustomerRequestAnswer,
    example: { body: { packed: true } },
  }),
  assign: post('/printing_requests/{id}/assign', {
    changes: ['case'],
    summary: 'Change who makes a print before work on it starts',
    rules: ['requests/assign', 'requests/arrival', 'work/whose'],
    needs: anyOf('printing-requests.manage', 'printing-requests.assign', 'organization.printing-requests.assign'),
    params: IdParams,
    body: z.strictObject({ assign_to: z.literal([1, 2, 3]), version: version().optional() }),
    returns: CustomerRequestAnswer,
    example: { body: { assign_to: 2 } },
  }),
  shipping: put('/printing_requests/{id}/shipping', {
    changes: ['case'],
    summary: 'Change where, how and when a print ships',
    rules: ['requests/edit', 'requests/keep-fee', 'requests/arrival', 'requests/window'],
    needs: anyOf(...editsShipping),
    fieldPermissions: { keep_fee: keepsFees },
    params: IdParams,
    body: z.strictObject({
      patient_id: id(),
      ...shippingFields,
      /** Absent: the fee follows the method. */
      keep_fee: keepFee(),
      version: version().optional(),
    }),
    returns: PrintAnswer,
    example: { body: shippingExample },
  }),
}
