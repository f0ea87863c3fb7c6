import { seesCases } from '@archwire/contract/required-permissions.ts'
import { holdsSomewhere, mayWrite, type Actor } from '../../kernel/actor.ts'

/** Whether a person's links may be made and stay open at all: not those of a partner lab. Which of them, the scope says. */
export const sharesCases = (maker: Actor): boolean => maker.role !== 'lab_partner' && holdsSomewhere(maker, seesCases)

/**
 * What each person is allowed to do with the share links of a case that they see (`scans/shared`): the practice and the
 * lab share it, a partner lab does not.
 */
export const may = {
  create: (actor: Actor, facts: Parameters<typeof mayWrite>[1]): boolean =>
    sharesCases(actor) && mayWrite(actor, facts),
  /** Of an archived case, too: a link that is open somewhere can always be closed. */
  revoke: mayWrite,
}
