import type { LibraryAction } from '@archwire/contract/bracket-libraries/schema.ts'
import type { Actor } from '../../kernel/actor.ts'
import { whyArchived, type OrganizationState } from '../organizations/index.ts'
import { may } from './policy.ts'

/** What the actor can do now with a library of this practice that they see. */
export function decideLibrary(
  actor: Actor,
  practice: OrganizationState,
  { hasFile }: { hasFile: boolean },
): Record<LibraryAction, boolean> {
  const changes = may.manage(actor, practice) && whyArchived(practice) === null
  return { update: changes, delete: changes, download: hasFile }
}
