import type { Db } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import type { Mailer } from './port.ts'

const lastAttempt = 12

/**
 * The job behind every mail: sends what waits and notes how it went. A crash between sending and noting may send twice;
 * the Message-ID is the same, so that mail programs show it once.
 */
export async function deliver(db: Db, mailer: Mailer, mailId: number): Promise<void> {
  const mail = await db
    .selectFrom('mails')
    .select(['id', 'kind', 'to_address', 'subject', 'body_text', 'body_html', 'attempts'])
    .where('id', '=', mailId)
    .where('state', '=', 'waiting')
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
    const failed = mail.attempts + 1 >= lastAttempt
    const reason = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
    await db
      .updateTable('mails')
      .set({ attempts: mail.attempts + 1, error: reason, ...(failed ? { state: 'failed' } : {}) })
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
