import { promotionCodes } from '@archwire/contract/promotion-codes/routes.ts'
import { holds, type Actor } from '../../kernel/actor.ts'

/** Who manages codes reads them all, and learns why one cannot be used. */
export const managesCodes = (actor: Actor): boolean => holds(actor, [promotionCodes.list.needs], null)

/** Organizations for which this person would use a code: an owner's own (`billing/who-tries-codes`). */
export const ownedBy = (actor: Actor): number[] =>
  actor.memberships.filter(({ role }) => role === 'organization_owner').map(({ organizationId }) => organizationId)
