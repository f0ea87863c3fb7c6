import { isStaff } from '@archwire/contract/roles.ts'
import { mayWrite, type Actor } from '../../kernel/actor.ts'

/** What policies of a pin need to know; the pin's case is in reach already. */
export interface PinFacts {
  created_by: number
  organization_disabled: boolean
}

const isAuthor = (actor: Actor, { created_by }: PinFacts): boolean => created_by === actor.userId

/** Who may do what with a pin of a case that they see. */
export const may = {
  add: mayWrite,
  complete: mayWrite,
  /** Nobody puts words in somebody else's mouth. */
  edit: (actor: Actor, pin: PinFacts): boolean => mayWrite(actor, pin) && isAuthor(actor, pin),
  remove: (actor: Actor, pin: PinFacts): boolean =>
    mayWrite(actor, pin) && (isAuthor(actor, pin) || isStaff(actor.role)),
}
