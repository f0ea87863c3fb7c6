import { seesCases } from '@archwire/contract/required-permissions.ts'
import { holdsSomewhere, mayWrite, type Actor } from '../../kernel/actor.ts'

/**
 * Who may do what with the share links of a case that they see (`scans/shared`): the practice and the lab share it, a
 * partner lab does not.
 */
export const may = {
  create: (actor: Actor, facts: Parameters<typeof mayWrite>[1]): boolean =>
    actor.role !== 'lab_partner' && mayWrite(actor, facts),
  /** Of an archived case, too: a link that is open somewhere can always be closed. */
  revoke: mayWrite,
}

/** Whether a person's links may be open at all; which of them, their scope says. */
export const sharesCases = (maker: Actor): boolean => holdsSomewhere(maker, seesCases)
