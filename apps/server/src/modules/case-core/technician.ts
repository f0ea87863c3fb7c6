import type { TechWorkflow } from '@archwire/contract/tech-workflows/routes.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import type { Actor } from '../../kernel/actor.ts'

/**
 * Who reads the name of whoever works: the lab's staff, and a partner of the work that is its own. To everybody else it is
 * the lab (decisions §16). `work` is whose it is: the Rx form's, or the print's assignment.
 */
export const seesTechnician = (actor: Pick<Actor, 'role'>, work: number | null): boolean =>
  isStaff(actor.role) || (actor.role === 'lab_partner' && work === assignment.thirdParty)

type Work = Pick<TechWorkflow, 'assigned_to' | 'processes'>

/** A workflow as somebody reads it who does not see who works. */
export const withoutTechnician = <W extends Work>(workflow: W): W => ({
  ...workflow,
  assigned_to: null,
  processes: workflow.processes.map((step) => ({ ...step, user_id: null, tech_name: null, user_email: null })),
})
