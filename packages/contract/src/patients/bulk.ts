import { z } from 'zod'
import { id, idList } from '../core/fields.ts'
import { anyOf, post } from '../core/route.ts'
import { recordsWork, recordsPrints } from '../required-permissions.ts'
import { mostCases } from './limits.ts'

/** Who may set a technician of a setup or of a print; each case asks for its own permission, too. */
const setsTechnician = anyOf(...new Set([...recordsWork, ...recordsPrints]))

/** What came of one of several cases. */
export const CaseResult = z.strictObject({
  id: z.int(),
  done: z.boolean(),
  /** Why it was left out; null where it was done. */
  why: z.string().nullable(),
})
export type CaseResult = z.infer<typeof CaseResult>

/** The technician of the current work of several cases; those that do not allow it are left out. */
export const setTechnicians = post('/patients/technician', {
  changes: ['case'],
  summary: 'Set the technician of the current work of several cases; those that do not allow it are left out',
  rules: ['work/bulk', 'work/technician', 'people/own-work'],
  needs: setsTechnician,
  body: z.strictObject({
    /** The cases, each once. */
    ids: idList(mostCases).min(1),
    /** Who is to do the work; null is no one. */
    assigned_to: id().nullable(),
  }),
  returns: z.strictObject({
    /** In the order of the call. */
    results: z.array(CaseResult),
    message: z.string(),
  }),
  example: { body: { ids: [2_000_000_000], assigned_to: null } },
})
