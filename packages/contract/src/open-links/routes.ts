import { z } from 'zod'
import { IdParams } from '../core/fields.ts'
import { get } from '../core/route.ts'
import { seesCases } from '../required-permissions.ts'

const leads = {
  shows: [],
  rules: ['screens/open-link', 'cases/archived', 'calls/ids'],
  needs: seesCases,
  params: IdParams,
  /** Where the answer leads. */
  returns: z.strictObject({ location: z.string().startsWith('/') }),
  redirects: true,
} as const

export const openLinks = {
  patient: get('/open_patient/{id}', { ...leads, summary: 'Redirect to the page of a case' }),
  file: get('/open_file/{id}', { ...leads, summary: 'Redirect to a file on the page of its case' }),
}
