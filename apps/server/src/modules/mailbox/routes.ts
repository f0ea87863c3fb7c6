import { mailbox } from '@archwire/contract/mailbox/routes.ts'
import type { Serve } from '../../http/serve.ts'
import type { EmbeddedMailServer } from '../../services/mail/embedded.ts'
import { listMails, readMail } from './queries.ts'

export function mailboxRoutes(serve: Serve, server: EmbeddedMailServer | undefined): void {
  serve(mailbox.list, async ({ db, query }) => ({ mails: await listMails(db, server, query.to) }))

  serve(mailbox.read, async ({ db, params }) => ({ mail: await readMail(db, server, params.id) }))
}
