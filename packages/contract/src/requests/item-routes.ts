import { z } from 'zod'
import { id, IdParams, version } from '../core/fields.ts'
import { anyOf, del, put } from '../core/route.ts'
import { CustomerRequestAnswer } from './answers.ts'
import { CustomerRequest, PrintingRequestItem } from './schema.ts'

/** Who says whether brackets are inserted into an item. */
export const editsItems = [
  'printing-request-items.manage',
  'printing-request-items.update',
  'organization.printing-request-items.manage',
  'organization.printing-request-items.update',
] as const

/** An item of a print after a change, with its request, and what to tell the person. */
const ItemAnswer = z.strictObject({
  printing_request_item: PrintingRequestItem,
  customer_request: CustomerRequest,
  message: z.string(),
})

export const printingRequestItems = {
  update: put('/printing_request_items/{id}', {
    changes: ['case'],
    summary: 'Say whether brackets are inserted into an item of a print',
    rules: ['requests/edit-items', 'work/steps'],
    needs: anyOf(...editsItems),
    params: IdParams,
    body: z.strictObject({ patient_id: id(), insert_brackets: z.boolean(), version: version().optional() }),
    returns: ItemAnswer,
    example: { body: { patient_id: 1, insert_brackets: false } },
  }),
  remove: del('/printing_request_items/{id}', {
    changes: ['case'],
    summary: 'Remove an item from a print',
    rules: ['requests/edit-items', 'work/steps'],
    needs: anyOf(
      'printing-request-items.manage',
      'printing-request-items.delete',
      'organization.printing-request-items.manage',
      'organization.printing-request-items.delete',
    ),
    params: IdParams,
    returns: CustomerRequestAnswer,
  }),
}
