import { changesAnyOrganization, changesDefaults } from '@archwire/contract/required-permissions.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { holds, type Actor } from '../../kernel/actor.ts'
import type { OrganizationState } from '../organizations/index.ts'

/** Which of a practice's defaults each person is allowed to change (`rx-form/who-prefers`). */
export const may = {
  change: (actor: Actor, organization: OrganizationState): boolean =>
    (isStaff(actor.role) || !organization.organization_disabled) &&
    holds(actor, changesDefaults, organization.organization_id),
  /** As on the page of the organization (`organizations/who-changes`). */
  change_rush: (actor: Actor): boolean => isStaff(actor.role) && holds(actor, changesAnyOrganization, null),
}
