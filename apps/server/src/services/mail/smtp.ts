import { domainToASCII } from 'node:url'
import nodemailer from 'nodemailer'
import type { Mailer } from './port.ts'

/** Says that a program wrote the mail: out-of-office programs and ticket systems do not answer it (`notices/machines`). */
const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' }

/** By these, mail programs offer to turn the mail off with one press (RFC 8058). An address is never folded. */
const stopHeaders = (address: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${address}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** The sender's domain, which every Message-ID ends with: filters distrust one that exists nowhere. */
export const domainOf = (from: string): string =>
  domainToASCII(/@([^@\s>]+)>?\s*$/.exec(from)?.[1] ?? '') || 'localhost'

/**
 * The real adapter: any SMTP server. Bounded waits (`safety/waits`); TLS where the server offers it, and nothing is
 * sent without it where it is required: a network that strips STARTTLS could read password, links and notes.
 */
export function smtpMailer(
  url: string,
  from: string,
  options: { ignoreTls?: boolean; requireTls?: boolean } = {},
): Mailer {
  const transport = nodemailer.createTransport({
    url,
    ignoreTLS: options.ignoreTls ?? false,
    requireTLS: options.requireTls ?? false,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = domainOf(from)
  return {
    async send({ id, edition, to, subject, text, html, stopAt }) {
      await transport.sendMail({
        from,
        to,
        subject,
        text,
        html,
        headers: stopAt === undefined ? headers : { ...headers, ...stopHeaders(stopAt) },
        messageId: `<mail-${id}${edition ? `.${edition}` : ''}@${domain}>`,
      })
    },
    async close() {
      transport.close()
    },
  }
}
