import { workflowActions, type Process, type TechWorkflow } from '@archwire/contract/tech-workflows/routes.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import type { Actor } from '../../kernel/actor.ts'
import { decide } from '../../kernel/decide.ts'
import type { CaseFacts } from './facts.ts'
import { may } from './policy.ts'
import { blocked } from './rules.ts'

/**
 * Whether a person sees the technician's name: the lab's staff do, and a partner for its own work. Everyone else sees
 * the lab (`work/named`). `work` is whose it is: the Rx form's, or the print's assignment.
 */
export const seesTechnician = (actor: Pick<Actor, 'role'>, work: number | null): boolean =>
  isStaff(actor.role) || (actor.role === 'lab_partner' && work === assignment.thirdParty)

/** A workflow as SQL builds it (workflow.sql.ts). */
export type WorkflowRow = Omit<TechWorkflow, 'can' | 'why_not'>
type Work = Pick<TechWorkflow, 'assigned_to' | 'saved_by' | 'processes' | 'former_rounds'>

const unnamed = (steps: readonly Process[]): Process[] =>
  steps.map((step) => ({ ...step, user_id: null, tech_name: null, user_email: null }))

/** A workflow as people read it who do not see the technician. */
export const withoutTechnician = <W extends Work>(workflow: W): W => ({
  ...workflow,
  assigned_to: null,
  saved_by: null,
  processes: unnamed(workflow.processes),
  former_rounds: workflow.former_rounds.map((round) => ({ ...round, processes: unnamed(round.processes) })),
})

/** A workflow as this person reads it. `whose` is whose work it is, `decided` whether the person may record it now. */
export const presentWorkflow = (
  actor: Pick<Actor, 'role'>,
  row: WorkflowRow,
  whose: number | null,
  decided: Pick<TechWorkflow, 'can' | 'why_not'>,
): TechWorkflow => ({ ...(seesTechnician(actor, whose) ? row : withoutTechnician(row)), ...decided })

/** The work on a setup, by the facts of its case. Its table is open while `work_steps` is (`work/whose`, `work/read-only`). */
export const presentSetupWork = (actor: Actor, row: WorkflowRow, facts: CaseFacts): TechWorkflow =>
  presentWorkflow(
    actor,
    row,
    facts.submission_completed_by,
    decide(
      workflowActions,
      () => may.work_steps(actor, facts),
      () => blocked.work_steps(facts, actor),
    ),
  )
