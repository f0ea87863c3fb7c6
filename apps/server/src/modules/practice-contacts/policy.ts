import { changesOrganization, seesOrganization } from '@archwire/contract/required-permissions.ts'
import { holds, mayWrite, type Actor } from '../../kernel/actor.ts'
import type { OrganizationState } from '../organizations/index.ts'

/** Who may do what with the contacts and the billing address of a practice (`organizations/who-contacts`). */
export const may = {
  /** A partner lab sees the practices that named it, but not whom to call or where invoices go. */
  read: (actor: Actor, { organization_id }: OrganizationState): boolean =>
    actor.scope.kind !== 'partner' && holds(actor, seesOrganization, organization_id),

  change: (actor: Actor, organization: OrganizationState): boolean =>
    mayWrite(actor, organization) && holds(actor, changesOrganization, organization.organization_id),
}
