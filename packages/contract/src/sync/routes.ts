import { z } from 'zod'
import { Instant, utcInstant } from '../core/fields.ts'
import { get } from '../core/route.ts'
import { PatientSummary } from '../patients/schema.ts'
import { seesCases } from '../required-permissions.ts'

/** At most this many cases in one answer; after more changes a list is fetched as a whole. */
export const mostSynced = 200

export const sync = {
  workflowData: get('/sync/workflow-data', {
    shows: ['case', 'message', 'unread'],
    summary:
      'Cases within my reach that changed since a moment, newest change first, so that an open list needs no refetch',
    rules: ['work/sync', 'work/unread', 'work/named', 'cases/archived'],
    needs: seesCases,
    query: z.strictObject({
      /** The `until` of the previous answer; without it, the last ten minutes. */
      since: utcInstant().optional(),
    }),
    returns: z.strictObject({
      workflow_data: z.array(PatientSummary),
      /** To be sent as `since` next time. A minute before now: what was just being saved is reported again. */
      until: Instant,
      /** False where more cases changed than an answer holds, or archived ones that the caller may not list. */
      complete: z.boolean(),
    }),
  }),
}
