import { managesLibraries } from '@archwire/contract/required-permissions.ts'
import { holds, mayWrite, type Actor } from '../../kernel/actor.ts'
import { startsCasesHere, type OrganizationState } from '../organizations/index.ts'

/**
 * What each person is allowed to do with the bracket libraries of a practice that they see (`rx-form/who-libraries`).
 */
export const may = {
  read: (actor: Actor, { organization_id }: OrganizationState): boolean =>
    startsCasesHere(actor, { id: organization_id }),

  /** Owner and managers, not while their practice is disabled, and staff. */
  manage: (actor: Actor, organization: OrganizationState): boolean =>
    mayWrite(actor, organization) && holds(actor, managesLibraries, organization.organization_id),
}
