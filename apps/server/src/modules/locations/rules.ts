import { addressFields, addressLocked } from '@archwire/contract/locations/address-lock.ts'
import type { Location, LocationEdit } from '@archwire/contract/locations/schema.ts'
import type { Actor } from '../../kernel/actor.ts'
import { isManager, may, type OrganizationFacts } from './policy.ts'

/** A location as its rules see it. */
export interface LocationFacts extends OrganizationFacts {
  is_main: boolean
  has_incomplete_requests: boolean
  /** Whether the account setup has made a main location. */
  organization_has_main: boolean
}

/** Why a state blocks what a role may do; undefined when it does not. */
export const blocked = {
  update_address: (actor: Actor, facts: LocationFacts): string | undefined =>
    facts.has_incomplete_requests && !isManager(actor, facts) ? addressLocked : undefined,
  make_main: ({ organization_has_main }: LocationFacts): string | undefined =>
    organization_has_main ? undefined : 'The account setup of this organization is not finished yet.',
  delete: ({ is_main }: LocationFacts): string | undefined =>
    is_main ? 'This is the main location. Make another one the main location first.' : undefined,
}

/** What the caller may do with a location now. */
export const canOf = (actor: Actor, facts: LocationFacts): Location['can'] => {
  const update = may.update(actor, facts)
  return {
    update,
    update_address: update && !blocked.update_address(actor, facts),
    make_main: update && !facts.is_main && !blocked.make_main(facts),
    delete: may.delete(actor, facts) && !blocked.delete(facts),
  }
}

/** Whether an edit moves the location elsewhere. */
export const changesAddress = (edit: LocationEdit, row: Record<(typeof addressFields)[number], string>): boolean =>
  addressFields.some((field) => edit[field] !== undefined && edit[field] !== row[field])
