import { mayWrite } from '../../kernel/actor.ts'

/** Everyone who sees a case can place its arches (`scans/bite`). */
export const may = { add: mayWrite }
