import { z } from 'zod'
import { IdParams } from '../core/fields.ts'
import { get } from '../core/route.ts'
import { seesCases } from '../required-permissions.ts'
import { HistoryEntry } from './schema.ts'

export const history = get('/patients/{id}/history', {
  shows: ['case@params.id'],
  summary: 'Everything that happened to a case: who, when, from, to, why',
  rules: ['cases/history', 'people/doer'],
  needs: seesCases,
  params: IdParams,
  returns: z.strictObject({ history: z.array(HistoryEntry) }),
})
