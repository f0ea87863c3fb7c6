import type { Db } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import { errorLine } from '../../kernel/error-line.ts'
import type { Mailer } from './port.ts'

/**
 * The job behind every mail: sends what waits and notes how it went. A crash between sending and noting may send twice;
 * the Message-ID is the same, so that mail programs show it once. After the `last` try the mail says that it failed; a job
 * that somebody runs again sends it all the same. Throws what the mail server said, and keeps none of its words.
 */
export async function deliver(db: Db, mailer: Mailer, mailId: number, last: boolean): Promise<void> {
  const mail = await db
    .selectFrom('mails')
    .select(['id', 'kind', 'to_address', 'subject', 'body_text', 'body_html', 'attempts'])
    .where('id', '=', mailId)
    .where('state', 'in', ['waiting', 'failed'])
    .executeTakeFirst()
  if (!mail) return
  try {
    await mailer.send({
      id: mail.id,
      to: mail.to_address,
      subject: mail.subject,
      text: mail.body_text,
      html: mail.body_html,
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
      // What carried a token is forgotten: only its receiver may know the link.
      ...(mail.kind.startsWith('access.') ? { body_text: '', body_html: '' } : {}),
    })
    .where('id', '=', mail.id)
    .execute()
}

/** What `mails.error` says: our own words, because a mail server's repeat addresses and subjects (rule 57). */
export function refusalOf(error: unknown): string {
  const { code, responseCode } = errorLine(error)
  const numbers = [code, responseCode].filter(Boolean).join(' ')
  return `${responseCode === undefined ? 'The mail server could not be reached' : 'The mail server refused it'}${numbers && ` (${numbers})`}.`
}
