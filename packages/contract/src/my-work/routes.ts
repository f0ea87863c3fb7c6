import { z } from 'zod'
import { Day, Instant, OrganizationName, Status } from '../core/fields.ts'
import { get } from '../core/route.ts'
import { recordsWork } from '../required-permissions.ts'
import { Process } from '../tech-workflows/routes.ts'
import { workflowKinds } from '../workflow-kinds.ts'

/** At most this much work of each sort in one answer. */
export const mostWork = 100

/** The work that a case waits for: a setup, a print or a tray correction (`work/mine`). */
export const WorkItem = z.strictObject({
  workflow_id: z.int(),
  kind: z.enum(workflowKinds),
  version: z.int(),
  /** Of a print. */
  request_id: z.int().nullable(),
  patient: z.strictObject({
    id: z.int(),
    formatted_name: z.string(),
    case_number_text: z.string(),
    case_code: z.string(),
  }),
  organization: OrganizationName,
  ship_date: Day.nullable(),
  rush_case: z.boolean(),
  /** The doctor asked for changes that are still to be made. */
  changes_asked: z.boolean(),
  /** Of a correction: a corrected file was uploaded, and waits for who may correct a tray with it (`corrections/waits`). */
  file_uploaded: z.boolean(),
  status: Status,
  status_updated_at: Instant,
  processes: z.array(Process),
})
export type WorkItem = z.infer<typeof WorkItem>

export const myWork = {
  get: get('/my_work', {
    shows: ['case'],
    summary: 'Work that is assigned to me, and work that I can take, by ship date',
    rules: ['work/mine', 'work/whose', 'work/late', 'corrections/waits'],
    needs: recordsWork,
    returns: z.strictObject({
      mine: z.array(WorkItem),
      /** Assigned to no one. */
      available: z.array(WorkItem),
      /** Corrections whose uploaded file waits for me, who may correct trays; those that are mine are in `mine` alone. */
      to_correct: z.array(WorkItem),
      /** How many there are of each, at most 10,000. */
      totals: z.strictObject({ mine: z.int(), available: z.int(), to_correct: z.int() }),
    }),
  }),
}
