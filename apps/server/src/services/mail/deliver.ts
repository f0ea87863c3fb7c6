import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import { errorLine } from '../../kernel/error-line.ts'
import type { Mailer } from './port.ts'

/** The placeholder for a link's token; a stored mail contains this. */
export const tokenPlace = 'token={{token}}'
/** The monitoring of docs/deploy.md recognizes these texts: they need no one's attention. */
const linkEnded = 'Its link has ended.'

/**
 * The job behind every mail: sends what waits and records the result. A crash between sending and recording may send
 * twice; the Message-ID is the same, so that mail programs show it once. After the `last` try the mail is marked
 * failed; a job that an operator runs again sends it all the same. A mail with a one-time link contains `tokenPlace`
 * instead: `token` makes its replacement for each try, and returns undefined where the link has ended meanwhile; then
 * nothing is sent. Throws the mail server's error, and stores none of its text.
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
      // Mails to people about their account are their business only.
      ...(mail.kind.startsWith('access.') ? { body_text: '', body_html: '' } : {}),
    })
    .where('id', '=', mail.id)
    .execute()
}

/** A dead link is not sent: it was used, voided by a newer one, or expired before it could be sent. */
async function noteEnded(db: Db, id: number): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'failed', error: linkEnded, body_text: '', body_html: '' })
    .where('id', '=', id)
    .execute()
}

/**
 * The text of `mails.error`: our own, because a mail server's would repeat addresses and subjects
 * (`safety/error-lines`).
 */
export function refusalOf(error: unknown): string {
  const { code, responseCode } = errorLine(error)
  const numbers = [code, responseCode].filter(Boolean).join(' ')
  return `${responseCode === undefined ? 'The mail server could not be reached' : 'The mail server refused it'}${numbers && ` (${numbers})`}.`
}
