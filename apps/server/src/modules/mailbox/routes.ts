import { mailbox } from '@archwire/contract/mailbox/routes.ts'
import type { Serve } from '../../http/serve.ts'
import { NotFound } from '../../kernel/errors.ts'
import type { EmbeddedMailServer } from '../../services/mail/embedded.ts'

const summary = (mail: {
  id: number
  to_address: string
  subject: string
  kind: string
  state: string
  attempts: number
  error: string | null
  created_at: Date
  sent_at: Date | null
}) => ({
  id: mail.id,
  to: mail.to_address,
  subject: mail.subject,
  kind: mail.kind,
  state: mail.state as 'waiting' | 'sent' | 'failed',
  attempts: mail.attempts,
  error: mail.error,
  created_at: mail.created_at.toISOString(),
  sent_at: mail.sent_at?.toISOString() ?? null,
})
const columns = ['id', 'to_address', 'subject', 'kind', 'state', 'attempts', 'error', 'created_at', 'sent_at'] as const

/** Development only: without the embedded mail server these addresses answer as if they did not exist. */
export function mailboxRoutes(serve: Serve, server: EmbeddedMailServer | undefined): void {
  serve(mailbox.list, async ({ db, query }) => {
    if (!server) throw new NotFound('This address')
    const mails = await db
      .selectFrom('mails')
      .select(columns)
      .$if(query.to !== undefined, (list) => list.where('to_address', '=', query.to!))
      .orderBy('id', 'desc')
      .limit(100)
      .execute()
    return { mails: mails.map(summary) }
  })

  serve(mailbox.read, async ({ db, params }) => {
    if (!server) throw new NotFound('This address')
    const mail = await db
      .selectFrom('mails')
      .select([...columns, 'body_text', 'body_html'])
      .where('id', '=', params.id)
      .executeTakeFirst()
    if (!mail) throw new NotFound('This mail')
    // What arrived counts; until it did, what waits to be sent is shown.
    const arrived = await server.received(params.id)
    return { mail: { ...summary(mail), text: arrived?.text ?? mail.body_text, html: arrived?.html || mail.body_html } }
  })
}
