import { isStaff } from '@archwire/contract/roles.ts'
import { allowed, roleOf, type Me } from '../../lib/session.tsx'

/** Whether a person reads the invoices of a practice, as the server decides it (`billing/who-reads`). */
export function readsInvoices(me: Me, organizationId: number): boolean {
  if (isStaff(roleOf(me))) return allowed(me, undefined, 'organizations.view')
  const membership = me.organizations.find(({ id }) => id === organizationId)
  return membership !== undefined && allowed(me, membership, 'organization.get-current-order')
}
