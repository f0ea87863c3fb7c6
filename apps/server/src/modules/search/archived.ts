import { holds, type Actor } from '../../kernel/actor.ts'

/** Whether a person's query reaches archived records (`search/archived`). */
export const seesArchived = (actor: Actor): boolean => holds(actor, ['organization.view-archived'], null)
