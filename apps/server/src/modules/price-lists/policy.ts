import { pricing } from '@archwire/contract/pricing/routes.ts'
import type { Actor } from '../../kernel/actor.ts'

/** Who sets prices, the lab's and those of practices: the lab's people by the permission (`rx-form/own-prices`). */
export const setsPrices = (actor: Pick<Actor, 'permissions' | 'readOnly'>): boolean =>
  !actor.readOnly && actor.permissions.has(pricing.saveOwn.needs)
