import { isStaff } from '@archwire/contract/roles.ts'
import { holds, type Actor } from '../../kernel/actor.ts'

/**
 * Who reads the invoices of a practice: staff, and its own people with the permission for it (`billing/who-reads`). A
 * partner lab sees the practices that named it, but not what they pay.
 */
export const readsOrders = (actor: Actor, { organization_id }: { organization_id: number }): boolean =>
  isStaff(actor.role)
    ? actor.permissions.has('organizations.view')
    : actor.memberships.some(({ organizationId }) => organizationId === organization_id) &&
      holds(actor, ['organization.get-current-order'], organization_id)
