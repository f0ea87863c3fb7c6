import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import { errorLine } from '../../kernel/error-line.ts'
import type { Mailer } from './port.ts'

/** Where the token of a link goes; what is kept of a mail holds this. */
export const tokenPlace = 'token={{token}}'
/** The monitoring of docs/deploy.md knows these words: they ask for nobody's help. */
const linkEnded = 'Its link has ended.'

/**
 * The job behind every mail: sends what waits and notes how it went. A crash between sending and noting may send twice;
 * the Message-ID is the same, so that mail programs show it once. After the `last` try the mail says that it failed; a job
 * that somebody runs again sends it all the same.
 * A mail with a link that opens something holds `tokenPlace` instead: `token` makes what stands there, anew for each try, and
 * returns undefined where the link has ended meanwhile; then nothing is sent. Throws what the mail server said, and keeps none of its words.
 */
export async function deliver(
  db: Db,
  mailer: Mailer,
  mailId: number,
  last: boolean,
  token?: () => Promise<string | undefined>,
): Promise<void> {
  const mail = await db
    .selectFrom('mails')
    .select(['id', 'kind', 'to_address', 'subject', 'body_text', 'body_html', 'attempts'])
    .where('id', '=', mailId)
    .where('state', 'in', ['waiting', 'failed'])
    .executeTakeFirst()
  if (!mail) return
  const issued = token && (await token())
  if (token && issued === undefined) return noteEnded(db, mail.id)
  const filled = (text: string) => (issued === undefined ? text : text.replaceAll(tokenPlace, `token=${issued}`))
  try {
    await mailer.send({
      id: mail.id,
      ...(issued === undefined ? {} : { edition: randomBytes(4).toString('hex') }),
      to: mail.to_address,
      subject: mail.subject,
      text: filled(mail.body_text),
      html: filled(mail.body_html),
    })
  } catch (error) {
    await db
      .updateTable('mails')
      .set({ attempts: mail.attempts + 1, error: refusalOf(error), ...(last ? { state: 'failed' } : {}) })
      .where('id', '=', mail.id)
      .execute()
    throw error
  }
  await db
    .updateTable('mails')
    .set({
      state: 'sent',
      sent_at: now(),
      attempts: mail.attempts + 1,
      error: null,
      // What goes to people about their account is nobody else's matter.
      ...(mail.kind.startsWith('access.') ? { body_text: '', body_html: '' } : {}),
    })
    .where('id', '=', mail.id)
    .execute()
}

/** Nobody needs a link that opens nothing: it was used, voided by a newer one, or its time was over before it could be sent. */
async function noteEnded(db: Db, id: number): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'failed', error: linkEnded, body_text: '', body_html: '' })
    .where('id', '=', id)
    .execute()
}

/** What `mails.error` says: our own words, because a mail server's repeat addresses and subjects (`safety/error-lines`). */
export function refusalOf(error: unknown): string {
  const { code, responseCode } = errorLine(error)
  const numbers = [code, responseCode].filter(Boolean).join(' ')
  return `${responseCode === undefined ? 'The mail server could not be reached' : 'The mail server refused it'}${numbers && ` (${numbers})`}.`
}
