import { z } from 'zod'
import { idText, line, optionalLine } from '../core/fields.ts'
import { get } from '../core/route.ts'
import { startsCases } from '../required-permissions.ts'

export const checkSimilar = get('/patients/check_similar_patient', {
  shows: [],
  summary: 'Whether the practice already has a case with this name',
  rules: ['cases/similar'],
  needs: startsCases,
  query: z.strictObject({
    /** The patient’s first name. */
    first_name: line(100),
    /** The patient’s last name. */
    last_name: line(100),
    /** The practice’s own number of the case. */
    case_number_text: optionalLine(100).optional(),
    /** The practice. */
    organization_id: idText(),
    /** The doctor. */
    user_id: idText().optional(),
  }),
  returns: z.strictObject({
    data: z.strictObject({
      has_similar_patient: z.boolean(),
      numeric_suffix: z.int().nullable(),
      created_at: z.iso.datetime().nullable(),
    }),
  }),
  example: { query: { first_name: 'Ada', last_name: 'Byron', organization_id: 1 } },
})
