import { orders } from '@archwire/contract/billing/routes.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { holds, type Actor } from '../../kernel/actor.ts'

/**
 * Who adds charges and discounts and takes them off (`billing/by-hand`): staff with the permission of the call, in every
 * practice, also in one that is archived or disabled.
 */
export const entersCharges = (actor: Pick<Actor, 'role' | 'permissions' | 'memberships'>): boolean =>
  isStaff(actor.role) && holds(actor, [orders.addByHand.needs], null)
