import type { Trx } from '../../db/client.ts'
import { queueMail } from '../../services/mail/queue.ts'

/** What a link of a mail opens: a one-time token or an invitation, by id. */
export type Opens = { token_id: number } | { invitation_id: number }

/**
 * A one-time link as it is stored, with the parameters that follow its token: the token is made when the mail leaves, and
 * never stored (decision 043).
 */
export function linkTo(publicUrl: string, page: string, more: Record<string, string> = {}): string {
  const query = new URLSearchParams(more).toString()
  return `${publicUrl}/${page}${query && `?${query}`}`
}

/** Stores a mail with a link; the job `access.send-link` makes its link and sends it. */
export const queueLinkMail = (trx: Trx, mail: Parameters<typeof queueMail>[1], opens: Opens): Promise<void> =>
  queueMail(trx, mail, { name: 'access.send-link', payload: opens, takesToken: true })
