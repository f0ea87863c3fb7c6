import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/client.ts'
import { NotFound } from '../../kernel/errors.ts'
import type { EmbeddedMailServer } from '../../services/mail/embedded.ts'
import { readMail } from './queries.ts'

/**
 * As mail programs show a mail: its own inline styles, nothing from elsewhere, no script, no forms, an origin of its own.
 * Links open in a window of their own. A page's frame would take over that page's policy, which knows no inline styles.
 */
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ')

/**
 * A mail's HTML as a document of its own, for the frame of the mailbox: in development only (`notices/mailbox`). No call of
 * the contract, as stored files are none: a frame opens it by its address, its answer is no JSON, and it needs a policy
 * of its own. The mail's text comes from the contract's `mailbox.read`.
 */
export function mailPage(fastify: FastifyInstance, db: Db, server: EmbeddedMailServer | undefined): void {
  if (!server) return
  fastify.get<{ Params: { id: string } }>('/mailbox/:id/html', async ({ params }, reply) => {
    if (!/^[1-9]\d{0,8}$/.test(params.id)) throw new NotFound('This mail')
    const { html } = await readMail(db, server, Number(params.id))
    return reply
      .headers({
        'content-security-policy': policy,
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
      })
      .send(html.replace(/<body/i, '<base target="_blank"><body'))
  })
}
