import { isStaff } from '@archwire/contract/roles.ts'
import { mayWrite, type Actor } from '../../kernel/actor.ts'

/** What policies of a pin need to know; the pin's case is already known to be in reach. */
export interface PinFacts {
  created_by: number
  organization_disabled: boolean
}

const isAuthor = (actor: Actor, { created_by }: PinFacts): boolean => created_by === actor.userId

/** What each person is allowed to do with a pin of a case that they see. */
export const may = {
  add: mayWrite,
  complete: mayWrite,
  /** Only authors change their text. */
  edit: (actor: Actor, pin: PinFacts): boolean => mayWrite(actor, pin) && isAuthor(actor, pin),
  remove: (actor: Actor, pin: PinFacts): boolean =>
    mayWrite(actor, pin) && (isAuthor(actor, pin) || isStaff(actor.role)),
}
