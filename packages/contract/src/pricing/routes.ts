import { z } from 'zod'
import { IdParams, idText, versionText } from '../core/fields.ts'
import { get } from '../core/route.ts'
import { startsCases } from '../required-permissions.ts'
import { Pricing } from './schema.ts'

export const pricing = {
  get: get('/organizations/{id}/pricing', {
    shows: ['organization@params.id'],
    summary: 'What the lab charges a practice, its own prices included; partners see only the rush fee',
    rules: ['rx-form/prices', 'rx-form/own-prices', 'rx-form/price'],
    needs: startsCases,
    params: IdParams,
    query: z.strictObject({
      /** An earlier list, by its version: what a submitted case is priced by. Absent: the one that holds now. */
      price_list: idText().optional(),
      /** The practice's own prices as they were at a version; 0: none. Absent: those that hold now. */
      price_overrides: versionText().optional(),
    }),
    returns: z.strictObject({ pricing: Pricing }),
  }),
}
