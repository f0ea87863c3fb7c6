import { z } from 'zod'
import { IdParams } from '../core/fields.ts'
import { get, put } from '../core/route.ts'
import { Credits, CreditsBody } from './schema.ts'

export const credits = {
  get: get('/organizations/{id}/credits', {
    shows: ['order', 'organization@params.id'],
    summary: 'A practice’s credit: what is left, until when, and which invoices used it',
    rules: ['credits/balance', 'credits/who'],
    needs: 'session',
    params: IdParams,
    returns: z.strictObject({ credits: Credits }),
  }),
  set: put('/organizations/{id}/credits', {
    changes: ['organization', 'order'],
    summary: 'Replace a practice’s credit by another value and other days',
    rules: ['credits/balance', 'credits/who'],
    needs: 'orders.manage',
    params: IdParams,
    body: CreditsBody,
    returns: z.strictObject({ credits: Credits, message: z.string() }),
    example: { body: { value: 50, valid_from: null, valid_to: null } },
  }),
}
