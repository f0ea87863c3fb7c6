import type { Trx } from '../../db/client.ts'
import { tokenPlace } from '../../services/mail/deliver.ts'
import { queueMail } from '../../services/mail/queue.ts'

/** What a link of a mail opens: a one-time token or an invitation, by id. */
export type Opens = { token_id: number } | { invitation_id: number }

/** A link as it is stored: its token is made when the mail leaves, and never stored (decision 043). */
export const linkTo = (publicUrl: string, page: string, more = ''): string =>
  `${publicUrl}/${page}?${tokenPlace}${more}`

/** Stores a mail with a link; the job `access.send-link` completes and sends it. */
export const queueLinkMail = (trx: Trx, mail: Parameters<typeof queueMail>[1], opens: Opens): Promise<void> =>
  queueMail(trx, mail, { name: 'access.send-link', payload: opens })
