import { isStaff } from '@archwire/contract/roles.ts'
import { usesCodes } from '@archwire/contract/required-permissions.ts'
import { holds, mayWrite, type Actor } from '../../kernel/actor.ts'
import type { OrganizationState } from '../organizations/index.ts'

/**
 * Who reads the invoices of a practice: staff, and its own people with the permission for it (`billing/who-reads`). A
 * partner lab sees the practices that named it, but not what they pay.
 */
export const readsOrders = (actor: Actor, { organization_id }: { organization_id: number }): boolean =>
  isStaff(actor.role)
    ? actor.permissions.has('organizations.view')
    : actor.memberships.some(({ organizationId }) => organizationId === organization_id) &&
      holds(actor, ['organization.get-current-order'], organization_id)

/**
 * Who pays for a practice, and finishes its account setup: its owners, by the permission for it, while the practice is neither
 * disabled nor archived (`billing/who-pays`). The lab does not.
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

/** Who ends an invoice without the payment provider (`billing/settled`). */
export const settlesOrders = (actor: Pick<Actor, 'permissions' | 'readOnly'>): boolean =>
  !actor.readOnly && actor.permissions.has('orders.manage')

/** Who adds a code for the monthly fee: the practice's owner, and staff who manage codes (`billing/monthly-code`). */
export const addsCodes = (
  actor: Actor,
  practice: { organization_id: number; organization_disabled: boolean },
): boolean => mayWrite(actor, practice) && holds(actor, usesCodes, practice.organization_id)
