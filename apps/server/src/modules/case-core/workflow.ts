import type { TechWorkflow } from '@archwire/contract/tech-workflows/routes.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import type { Actor } from '../../kernel/actor.ts'
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
export type WorkflowRow = Omit<TechWorkflow, 'can' | 'read_only'>
type Work = Pick<TechWorkflow, 'assigned_to' | 'processes'>

/** A workflow as people read it who do not see the technician. */
export const withoutTechnician = <W extends Work>(workflow: W): W => ({
  ...workflow,
  assigned_to: null,
  processes: workflow.processes.map((step) => ({ ...step, user_id: null, tech_name: null, user_email: null })),
})

/**
 * A workflow as this person reads it. `whose` is whose work it is, `isOwn` whether the person may record it, `reason`
 * why recording is blocked now, as text.
 */
export const presentWorkflow = (
  actor: Pick<Actor, 'role'>,
  row: WorkflowRow,
  { whose, isOwn, reason }: { whose: number | null; isOwn: boolean; reason: string | null },
): TechWorkflow => ({
  ...(seesTechnician(actor, whose) ? row : withoutTechnician(row)),
  read_only: isOwn ? reason : 'This work is not yours to record.',
  can: { edit: isOwn && reason === null },
})

/** The work on a setup, by the facts of its case. */
export const presentSetupWork = (actor: Actor, row: WorkflowRow, facts: CaseFacts): TechWorkflow =>
  presentWorkflow(actor, row, {
    whose: facts.submission_completed_by,
    isOwn: may.work_steps(actor, facts),
    reason: blocked.work_steps(facts),
  })
