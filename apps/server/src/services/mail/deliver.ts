import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import { errorLine } from '../../kernel/error-line.ts'
import type { Mailer } from './port.ts'
import { layOut, linkWith, type KeptWords } from './template.ts'

/** Words and link go together. */
const emptied = { words: null, link: null }
/** The monitoring of docs/deploy.md recognizes these texts: they need no one's attention. */
const linkEnded = 'Its link has ended.'

/** How a kind of mail is turned off: on a page with a button, and by the call that mail programs make. */
export interface StopLink {
  page: string
  call: string
}

/**
 * The job behind every mail: sends what waits and records the result. A crash between sending and recording may send
 * twice; the Message-ID is the same, so that mail programs show it once. After the `last` try the mail is marked
 * failed; a job that an operator runs again sends it all the same, unless its words no longer exist. `token` makes the token of
 * a one-time link for each try, and returns undefined where the link has ended in the meantime; then nothing is sent. `stop`
 * does the same for the link that turns this kind of mail off. Text and HTML are made here, once, of words and links
 * (`safety/mails`). Throws the mail server's error, and stores none of its text.
 */
export async function deliver(
  db: Db,
  mailer: Mailer,
  mailId: number,
  last: boolean,
  token?: () => Promise<string | undefined>,
  stop?: () => Promise<StopLink | undefined>,
): Promise<void> {
  const mail = await db
    .selectFrom('mails')
    .select(['id', 'kind', 'to_address', 'subject', 'words', 'link', 'takes_token', 'attempts'])
    .where('id', '=', mailId)
    .where('state', 'in', ['waiting', 'failed'])
    .executeTakeFirst()
  if (!mail || mail.words === null || mail.link === null) return
  if (mail.takes_token !== (token !== undefined)) throw new TypeError('a one-time link is sent by its own job')
  const issued = token && (await token())
  if (token && issued === undefined) return noteEnded(db, mail.id)
  const stopped = stop && (await stop())
  if (stop && stopped === undefined) return noteEnded(db, mail.id)
  const link = issued === undefined ? mail.link : linkWith(mail.link, issued)
  try {
    await mailer.send({
      id: mail.id,
      ...(issued === undefined && !stopped ? {} : { edition: randomBytes(4).toString('hex') }),
      to: mail.to_address,
      ...layOut({ ...(mail.words as unknown as KeptWords), subject: mail.subject, link }, stopped?.page),
      ...(stopped ? { stopAt: stopped.call } : {}),
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
      ...(mail.kind.startsWith('access.') ? emptied : {}),
    })
    .where('id', '=', mail.id)
    .execute()
}

/** A dead link is not sent: it was used, voided by a newer one, or expired before it could be sent. */
async function noteEnded(db: Db, id: number): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'failed', error: linkEnded, ...emptied })
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
