import type { Db, Trx } from '../../db/client.ts'
import { labScope, scoped } from '../../db/scope.ts'
import { now } from '../../kernel/clock.ts'
import type { Mailer } from '../../services/mail/port.ts'
import { deliver, tokenPlace } from '../../services/mail/deliver.ts'
import { queueMail } from '../../services/mail/queue.ts'
import { freshToken, hashOf, renewToken } from '../auth/index.ts'

/** What a link of a mail opens: a one-time token or an invitation, by id. */
export type Opens = { token_id: number } | { invitation_id: number }

/** A link as it is stored: its token is made when the mail leaves, and never stored (decision 043). */
export const linkTo = (publicUrl: string, page: string, more = ''): string =>
  `${publicUrl}/${page}?${tokenPlace}${more}`

/** Stores a mail with a link; the job `access.send-link` completes and sends it. */
export const queueLinkMail = (trx: Trx, mail: Parameters<typeof queueMail>[1], opens: Opens): Promise<void> =>
  queueMail(trx, mail, { name: 'access.send-link', payload: opens })

/** Sends it with a token that exists only in this attempt: however many attempts, at most one link is valid. */
export const sendLinkMail = (db: Db, mailer: Mailer, mailId: number, opens: Opens, last: boolean): Promise<void> =>
  deliver(db, mailer, mailId, last, () =>
    'token_id' in opens ? renewToken(db, opens.token_id) : renewInvitation(db, opens.invitation_id),
  )

async function renewInvitation(db: Db, id: number): Promise<string | undefined> {
  const token = freshToken()
  const renewed = await scoped(db, labScope)
    .update('invitations')
    .set({ token_hash: hashOf(token) })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now())
    .returning('id')
    .executeTakeFirst()
  return renewed && token
}
