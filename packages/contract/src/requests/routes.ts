import { z } from 'zod'
import { day, id, idList, IdParams, idText, line, optionalLine, seen, text, version } from '../core/fields.ts'
import { Meta, pageKeys } from '../core/paging.ts'
import { anyOf, get, post, put } from '../core/route.ts'
import { recordsRequestWork, seesCases } from '../required-permissions.ts'
import { CustomerRequest, PrintingRequest } from './schema.ts'

const completes = anyOf('customer-requests.manage', 'customer-requests.complete', 'customer-requests.complete-assigned')
const One = z.strictObject({ customer_request: CustomerRequest, message: z.string() })
/** What is entered when a request or a print is completed. */
export const Completion = z.strictObject({
  tracking_number: optionalLine(60).optional(),
  /** Dollars; empty: the price list (`requests/fee`). */
  custom_shipping_fee: z.number().min(0).max(100_000).nullable().optional(),
  seen: seen().optional(),
})

export const customerRequests = {
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
    rules: ['requests/complete', 'cases/settles', 'cases/seen'],
    needs: completes,
    params: IdParams,
    body: Completion,
    returns: One,
    example: { body: { tracking_number: '1Z999AA10123456784', seen: 'unknown' } },
  }),
  cancel: post('/customer_requests/{id}/cancel', {
    changes: ['case'],
    summary: 'Cancel a request; what was done stays in the history',
    rules: ['requests/cancel', 'cases/settles'],
    needs: anyOf('customer-requests.manage', 'customer-requests.cancel', 'organization.customer-requests.cancel'),
    params: IdParams,
    body: z.strictObject({ reason: text(10_000).optional() }),
    returns: One,
    example: { body: {} },
  }),
  patientLabelPrinted: post('/customer_requests/{id}/patient_label_printed', {
    changes: ['case'],
    summary: 'Mark the patient label as printed',
    rules: ['requests/labels'],
    needs: recordsRequestWork,
    params: IdParams,
    returns: One,
  }),
  shippingLabelsPrinted: post('/customer_requests/bulk_shipping_label_printed', {
    changes: ['case'],
    summary: 'Mark the shipping labels of requests as printed',
    rules: ['requests/labels'],
    needs: recordsRequestWork,
    body: z.strictObject({ ids: idList(100).min(1) }),
    returns: z.strictObject({ customer_requests: z.array(CustomerRequest), message: z.string() }),
    example: { body: { ids: [2_000_000_000] } },
  }),
}

export const printingRequests = {
  list: get('/printing_requests', {
    shows: ['case', 'location'],
    summary: 'Prints within my reach, newest first',
    rules: ['requests/request'],
    needs: seesCases,
    query: z.strictObject({
      ...pageKeys(5),
      /** Prints for cases of one doctor. */
      'patient.user_id': idText().optional(),
      /** Prints for one case. */
      patient_id: idText().optional(),
      /** 1 New, 2 In Progress, 3 Completed, 4 Canceled. */
      printing_request_status_id: z.coerce.number().int().min(1).max(4).optional(),
      /** Ascending or descending. */
      order: z.enum(['asc', 'desc']).default('desc'),
      /** The column that the rows are ordered by. */
      orderBy: z.enum(['created_at', 'updated_at']).default('updated_at'),
    }),
    returns: z.strictObject({ printing_requests: z.array(PrintingRequest), meta: Meta }),
  }),
  get: get('/printing_requests/{id}', {
    shows: ['case', 'location'],
    summary: 'One print with its items and shipping',
    rules: ['requests/items'],
    needs: seesCases,
    params: IdParams,
    returns: z.strictObject({ printing_request: PrintingRequest }),
  }),
  create: post('/printing_requests', {
    changes: ['case'],
    summary: 'Ask for a print of an approved case',
    rules: ['requests/ask', 'organizations/suspended', 'requests/duplicate', 'requests/arrival'],
    needs: anyOf('customer-requests.manage', 'organization.printing-requests.create'),
    body: z.strictObject({
      patient_id: id(),
      arches: z.union([z.literal(1), z.literal(2), z.literal(3)]),
      content_type_id: z.int().min(1).max(5),
      insert_brackets: z.boolean().default(false),
      location_id: id().nullable().default(null),
      shipping_method: line(20).nullable().default(null),
      expected_arrival_date: day().nullable().default(null),
    }),
    returns: One,
    example: { body: { patient_id: 1, arches: 3, content_type_id: 1 } },
  }),
  completed: post('/printing_requests/{id}/completed', {
    changes: ['case'],
    summary: 'Complete a print, and with it its request',
    rules: ['requests/complete', 'cases/settles'],
    needs: completes,
    params: IdParams,
    body: Completion,
    returns: One,
    example: { body: { tracking_number: '1Z999AA10123456784', seen: 'unknown' } },
  }),
  shipping: put('/printing_requests/{id}/shipping', {
    changes: ['case'],
    summary: 'Change where, how and when a print ships',
    rules: ['requests/edit', 'requests/arrival', 'requests/window'],
    needs: anyOf(
      'printing-requests.update-shipping-information',
      'printing-requests.manage',
      'organization.printing-requests.update-shipping-information',
    ),
    params: IdParams,
    body: z.strictObject({
      patient_id: id(),
      location_id: id(),
      shipping_method_id: z.int().min(1).max(5),
      expected_arrival_date: day(),
      delivery_date_from: day(),
      delivery_date_to: day(),
      version: version().optional(),
    }),
    returns: z.strictObject({ printing_request: PrintingRequest, message: z.string() }),
    example: {
      body: {
        patient_id: 1,
        location_id: 1,
        shipping_method_id: 1,
        expected_arrival_date: '2026-12-07',
        delivery_date_from: '2026-12-04',
        delivery_date_to: '2026-12-07',
      },
    },
  }),
}
