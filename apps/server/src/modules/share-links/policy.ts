import { mayWrite } from '../../kernel/actor.ts'

/** Who may do what with the share links of a case that they see: everybody who sees the case shares it (`scans/shared`). */
export const may = {
  create: mayWrite,
  /** Of an archived case, too: a link that is open somewhere can always be closed. */
  revoke: mayWrite,
}
