import { mayWrite } from '../../kernel/actor.ts'

/** Who may place the arches of a case that they see: everyone who sees the case (`scans/bite`). */
export const may = { add: mayWrite }
