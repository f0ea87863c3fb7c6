import { changesOrganization, seesOrganization } from '@archwire/contract/required-permissions.ts'
import { holds, mayWrite, type Actor } from '../../kernel/actor.ts'
import { whyClosed, type OrganizationState } from './state.ts'

/**
 * What each person is allowed to do with the contacts and the billing address of a practice
 * (`organizations/who-contacts`).
 */
export const mayContacts = {
  /** A partner lab sees the practices that named it, but not whom to call or where invoices go. */
  read: (actor: Actor, { organization_id }: OrganizationState): boolean =>
    actor.scope.kind !== 'partner' && holds(actor, seesOrganization, organization_id),

  change: (actor: Actor, organization: OrganizationState): boolean =>
    mayWrite(actor, organization) && holds(actor, changesOrganization, organization.organization_id),
}

/** What the actor can do with the contacts, or the billing address, now. */
export const decideContacts = (actor: Actor, practice: OrganizationState): { update: boolean } => ({
  update: mayContacts.change(actor, practice) && whyClosed(practice) === null,
})
