import type { Db } from '../../db/client.ts'
import { labScope, scoped } from '../../db/scope.ts'
import { now } from '../../kernel/clock.ts'
import type { Mailer } from '../../services/mail/port.ts'
import { deliver } from '../../services/mail/deliver.ts'
import { freshToken, hashOf, renewToken, type Opens } from '../auth/index.ts'

export { linkTo, queueLinkMail, type Opens } from '../auth/index.ts'

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
