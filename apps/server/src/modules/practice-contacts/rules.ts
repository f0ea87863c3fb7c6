import type { Actor } from '../../kernel/actor.ts'
import { may } from './policy.ts'
import type { PracticeState } from './practice-state.ts'

/** Why contacts and billing address cannot be changed now, by the lab either, as text; null when they can. */
export const whyUnchangeable = ({ organization_archived, organization_disabled }: PracticeState): string | null =>
  organization_archived
    ? 'This organization is archived.'
    : organization_disabled
      ? 'This organization is disabled.'
      : null

/** What the actor can do with the contacts, or the billing address, now. */
export const decide = (actor: Actor, practice: PracticeState): { update: boolean } => ({
  update: may.change(actor, practice) && whyUnchangeable(practice) === null,
})
