import { z } from 'zod'
import { ids, optionalLine } from '../core/fields.ts'
import { get } from '../core/route.ts'
import { recentPattern } from './kinds.ts'
import { PaletteAnswer } from './schema.ts'

export const palette = {
  search: get('/palette', {
    shows: ['case', 'organization', 'user', 'case_tray', 'order'],
    summary: 'The records that a typed text means, of every kind that I may read; without a text, those that I name',
    rules: ['screens/palette', 'work/search', 'search/words', 'cases/archived', 'billing/who-reads', 'people/partner'],
    needs: 'session',
    query: z.strictObject({
      /** Names in any order, part of a number, a label’s code, a phone number. */
      keyword: optionalLine(100).optional(),
      /** What was opened lately, a comma list like `case-12,invoice-3`: comes first among equal hits. */
      recent: z.string().max(200).regex(recentPattern).optional(),
      /** Cases of these organizations alone, with their requests, trays and parcels: the lab’s global filter. */
      chosen_wi_organization_id: ids().optional(),
    }),
    returns: z.strictObject({ palette: PaletteAnswer }),
    example: { query: { keyword: 'ada' } },
  }),
}
