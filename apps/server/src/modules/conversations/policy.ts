import { mayWrite, type Actor } from '../../kernel/actor.ts'
import { may as mayWithCase, type CaseFacts } from '../case-core/index.ts'

/** What each person is allowed to do in the conversation of a case that they see. */
export const may = {
  /** Everyone who sees the case. */
  write: (actor: Actor, facts: Pick<CaseFacts, 'organization_disabled'>): boolean => mayWrite(actor, facts),
  /** Trays of the lab that do not fit are reported by the practice. */
  report: (actor: Actor, facts: Pick<CaseFacts, 'organization_disabled'>): boolean =>
    mayWrite(actor, facts) && !actor.isManagement,
  /** Anyone who may take the case off hold anyway. */
  release: (actor: Actor, facts: CaseFacts): boolean => mayWithCase.unhold(actor, facts),
}
