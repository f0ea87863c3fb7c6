import { addressFields, addressLocked } from '@archwire/contract/locations/address-lock.ts'
import { locationActions, type LocationAction, type LocationEdit } from '@archwire/contract/locations/schema.ts'
import type { Actor } from '../../kernel/actor.ts'
import { decide, type Decided } from '../../kernel/decide.ts'
import { whyClosed, type OrganizationState } from '../organizations/index.ts'
import { isManager, may } from './policy.ts'

/** A location as its rules see it. */
export interface LocationFacts extends OrganizationState {
  is_main: boolean
  has_incomplete_requests: boolean
  /** Whether the account setup has made a main location. */
  organization_has_main: boolean
}

/** Why an action is not possible with a location now, as text; null when it is. */
type Guard = (facts: LocationFacts, actor: Actor) => string | null

export const blocked = {
  update: whyClosed,
  update_address: (facts, actor) =>
    whyClosed(facts) ?? (facts.has_incomplete_requests && !isManager(actor, facts) ? addressLocked : null),
  make_main: (facts) =>
    whyClosed(facts) ??
    (facts.is_main
      ? 'This is already the main location.'
      : facts.organization_has_main
        ? null
        : 'The account setup of this organization is not finished yet.'),
  delete: (facts) =>
    whyClosed(facts) ?? (facts.is_main ? 'This is the main location. Make another one the main location first.' : null),
} satisfies Record<LocationAction, Guard>

/** Everything the actor can do with the location now, and why not; sent along with it. */
export const decideLocation = (actor: Actor, facts: LocationFacts): Decided<LocationAction> =>
  decide(
    locationActions,
    (action) => may[action](actor, facts),
    (action) => blocked[action](facts, actor),
  )

/** Whether an edit moves the location elsewhere. */
export const changesAddress = (edit: LocationEdit, row: Record<(typeof addressFields)[number], string>): boolean =>
  addressFields.some((field) => edit[field] !== undefined && edit[field] !== row[field])
