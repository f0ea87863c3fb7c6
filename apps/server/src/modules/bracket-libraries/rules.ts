import type { LibraryAction } from '@archwire/contract/bracket-libraries/schema.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { PracticeState } from '../practice-contacts/index.ts'
import { may } from './policy.ts'

/** Why the libraries of a practice cannot be changed now, as text; null when they can. */
export const whyUnchangeable = ({ organization_archived }: PracticeState): string | null =>
  organization_archived ? 'This organization is archived.' : null

/** What the actor can do now with a library of this practice that they see. */
export function decideLibrary(
  actor: Actor,
  practice: PracticeState,
  { hasFile }: { hasFile: boolean },
): Record<LibraryAction, boolean> {
  const changes = may.manage(actor, practice) && whyUnchangeable(practice) === null
  return { update: changes, delete: changes, download: hasFile }
}
