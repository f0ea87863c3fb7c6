import type { Actor } from '../../kernel/actor.ts'
import { whyClosed, type OrganizationState } from '../organizations/index.ts'
import { may } from './policy.ts'

/** What the actor can do with the contacts, or the billing address, now. */
export const decide = (actor: Actor, practice: OrganizationState): { update: boolean } => ({
  update: may.change(actor, practice) && whyClosed(practice) === null,
})
