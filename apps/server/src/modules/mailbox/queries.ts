import type { Db } from '../../db/client.ts'
import { NotFound } from '../../kernel/errors.ts'
import type { EmbeddedMailServer } from '../../services/mail/embedded.ts'
import { layOut, type KeptWords } from '../../services/mail/template.ts'

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

/** Development only: without the embedded mail server the mailbox responds as if it did not exist. */
function assertMailbox(server: EmbeddedMailServer | undefined): asserts server is EmbeddedMailServer {
  if (!server) throw new NotFound('This address')
}

/** The latest mails, or those to one address. */
export async function listMails(db: Db, server: EmbeddedMailServer | undefined, to: string | undefined) {
  assertMailbox(server)
  const mails = await db
    .selectFrom('mails')
    .select(columns)
    .$if(to !== undefined, (list) => list.where('to_address', '=', to!))
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  return mails.map(summary)
}

/** A mail with its text: as delivered, or until then as it waits to be sent. */
export async function readMail(db: Db, server: EmbeddedMailServer | undefined, id: number) {
  assertMailbox(server)
  const mail = await db
    .selectFrom('mails')
    .select([...columns, 'words', 'link'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!mail) throw new NotFound('This mail')
  const arrived = await server.received(id)
  const { words, link, subject } = mail
  // A one-time link has no token before it leaves.
  const waits = words && link !== null ? layOut({ ...(words as unknown as KeptWords), subject, link }) : undefined
  return { ...summary(mail), text: arrived?.text ?? waits?.text ?? '', html: arrived?.html || (waits?.html ?? '') }
}
