import { isStaff } from '@archwire/contract/roles.ts'
import type { Actor } from '../../kernel/actor.ts'

/** Who sets credits: staff who manage both organizations and invoices, so not a supervisor (`credits/who`). */
export const setsCredits = (actor: Pick<Actor, 'role' | 'permissions' | 'readOnly'>): boolean =>
  !actor.readOnly &&
  isStaff(actor.role) &&
  actor.permissions.has('organizations.manage') &&
  actor.permissions.has('orders.manage')
