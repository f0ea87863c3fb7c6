import { misfitDays, mostMessages, mostMessagesADay } from '@archwire/contract/conversations/limits.ts'
import type { Misfit } from '@archwire/contract/conversations/schema.ts'
import type { Actor } from '../../kernel/actor.ts'
import { blocked as blockedOfCase, type CaseFacts } from '../case-core/index.ts'

/** The hold that a case is on. */
export interface Hold {
  id: number
  name: string
  reason: string
  created_at: string
}

/** Why something is not possible in a conversation now, as text; null when it is. */
export const blocked = {
  write: ({ archived }: Pick<CaseFacts, 'archived'>): string | null => (archived ? 'This case is archived.' : null),
  release: (facts: CaseFacts, actor: Pick<Actor, 'isManagement'>): string | null => blockedOfCase.unhold(facts, actor),
}

/**
 * Why no further message fits, as text: `count` are about the case, `today` the writer's own about cases of its practice
 * within 24 hours.
 */
export function full(count: number, today: number): string | null {
  if (count >= mostMessages) return `A case can have at most ${mostMessages} messages.`
  return today < mostMessagesADay
    ? null
    : `At most ${mostMessagesADay} messages a day can be sent. Please try again tomorrow.`
}

/** Why trays cannot be reported as not fitting, as text: `trays` are the arches that the lab shipped. Null when they can. */
export function notShipped({ arches }: Pick<Misfit, 'arches'>, trays: number | null): string | null {
  if (trays === null) return `The lab shipped no trays of this case in the last ${misfitDays} days.`
  return (arches & ~trays) === 0 ? null : 'The lab shipped no tray of this arch.'
}

/**
 * Whether a message that answers a hold may take it off: it is the hold that the writer saw, and still there. Else what the
 * writer learns of it, and the words stay as a message (`cases/send-and-release`).
 */
export function answerTo(hold: Hold | null, answered: number): { releases: boolean; told: string | null } {
  if (hold?.id === answered) return { releases: true, told: null }
  const why = hold ? 'This case is now on hold for another reason.' : 'This case was taken off hold in the meantime.'
  return { releases: false, told: `${why} Your message was added to the conversation.` }
}
