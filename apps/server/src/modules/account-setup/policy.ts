import { mayWrite, type Actor } from '../../kernel/actor.ts'
import type { OrganizationState } from '../organizations/index.ts'

/**
 * Who sees and finishes the account setup of a practice: its owners, by the permission for it, while the practice is
 * neither disabled nor archived (`billing/who-pays`). The lab does not.
 */
export const paysFor = (
  actor: Actor,
  { organization_id, organization_disabled, organization_archived }: OrganizationState,
): boolean =>
  !organization_archived &&
  mayWrite(actor, { organization_disabled }) &&
  actor.memberships.some(
    ({ organizationId, permissions }) =>
      organizationId === organization_id && permissions.has('organization.f_m_payment_methods.update'),
  )
