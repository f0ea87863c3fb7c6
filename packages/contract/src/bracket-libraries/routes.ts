import { z } from 'zod'
import { IdParams } from '../core/fields.ts'
import { get } from '../core/route.ts'
import { startsCases } from '../required-permissions.ts'

/** A set of brackets that a practice bonds, as the lab's program knows it. */
export const BracketLibrary = z.strictObject({
  id: z.int(),
  name: z.string(),
  /** The people whose cases may name it; none: everybody's. Who has left stays one of them, and is not named. */
  member_ids: z.array(z.int()),
  members: z.array(z.strictObject({ id: z.int(), full_name: z.string() })),
})
export type BracketLibrary = z.infer<typeof BracketLibrary>

export const bracketLibraries = {
  list: get('/organizations/{id}/bracket-libraries', {
    shows: ['organization@params.id'],
    summary: 'The bracket libraries of a practice, by name',
    rules: ['rx-form/libraries'],
    needs: startsCases,
    params: IdParams,
    returns: z.strictObject({ bracket_libraries: z.array(BracketLibrary) }),
  }),
}
