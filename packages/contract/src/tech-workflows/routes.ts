import { z } from 'zod'
import { actions, id, IdParams, Instant, reasons, Status, utcInstant, version } from '../core/fields.ts'
import { put } from '../core/route.ts'
import { distinct } from '../core/text.ts'
import { recordsWork } from '../required-permissions.ts'
import { workflowKinds } from '../workflow-kinds.ts'

/** One step of the work. `production_time` is finished − started, in seconds. */
export const Process = z.strictObject({
  id: z.int(),
  step: z.string(),
  process: z.string(),
  started_at: Instant.nullable(),
  finished_at: Instant.nullable(),
  user_id: z.int().nullable(),
  tech_name: z.string().nullable(),
  user_email: z.string().nullable(),
  production_time: z.int().nullable(),
})
export type Process = z.infer<typeof Process>

/** What a person may be able to do with a table of work steps now. */
export const workflowActions = ['edit'] as const

export const TechWorkflow = z.strictObject({
  id: z.int(),
  kind: z.enum(workflowKinds),
  version: z.int(),
  assigned_to: z.strictObject({ id: z.int(), full_name: z.string() }).nullable(),
  /** Who saved its steps last, by name. */
  saved_by: z.string().nullable(),
  status: Status,
  status_updated_at: Instant,
  /** The steps of the current round. */
  processes: z.array(Process),
  /** Each request for changes begins a further round of work on a setup. */
  round: z.int(),
  /** When the changes that the round makes were asked for; null in the first round. */
  asked_at: Instant.nullable(),
  /** Rounds that are over, the first one first. Their steps cannot be changed. */
  former_rounds: z.array(z.strictObject({ round: z.int(), asked_at: Instant.nullable(), processes: z.array(Process) })),
  can: actions(...workflowActions),
  why_not: reasons(...workflowActions),
})
export type TechWorkflow = z.infer<typeof TechWorkflow>

export const techWorkflows = {
  saveProcesses: put('/tech-workflows/{id}/processes', {
    changes: ['case'],
    summary: 'Save the steps of a case’s work: all rows or none',
    rules: ['work/all-or-none', 'work/conflict', 'work/times', 'work/take', 'work/rounds', 'cases/begins'],
    needs: recordsWork,
    params: IdParams,
    body: z.strictObject({
      version: version().optional(),
      processes: z
        .array(
          z.strictObject({
            id: id(),
            started_at: utcInstant().nullable(),
            finished_at: utcInstant().nullable(),
            user_id: id().nullable().optional(),
          }),
        )
        .min(1)
        .max(30)
        .refine((rows) => distinct(rows.map((row) => row.id)), 'Each step once'),
    }),
    returns: z.strictObject({ processes: z.array(Process), workflow: TechWorkflow, message: z.string() }),
    example: { params: { id: 1 }, body: { processes: [{ id: 1, started_at: null, finished_at: null }] } },
  }),
}
