import { managesLibraries } from '@archwire/contract/required-permissions.ts'
import { holds, mayWrite, type Actor } from '../../kernel/actor.ts'
import { startsCasesHere } from '../organizations/index.ts'

/** A practice, as far as it decides who manages its bracket libraries. */
export interface OrganizationFacts {
  organization_id: number
  organization_disabled: boolean
}

/** Who may do what with the bracket libraries of a practice that they see (`rx-form/who-libraries`). */
export const may = {
  read: (actor: Actor, { organization_id }: OrganizationFacts): boolean =>
    startsCasesHere(actor, { id: organization_id }),

  /** Owner and managers, not while their practice is disabled, and staff. */
  manage: (actor: Actor, organization: OrganizationFacts): boolean =>
    mayWrite(actor, organization) && holds(actor, managesLibraries, organization.organization_id),
}
