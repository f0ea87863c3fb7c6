import { allowed, roleOf, type Me, type Organization } from '../../lib/session.tsx'

/**
 * Whether setups of a practice may wait for this person: assistants have no cases of their own to approve
 * (`cases/approve`). The server decides; this only says it.
 */
export const mayApproveSome = (me: Me, organization: Organization): boolean =>
  allowed(me, organization, 'organization.patients.approve') &&
  (organization.pivot.role.name !== 'organization_member' || roleOf(me) !== 'staff_member')
