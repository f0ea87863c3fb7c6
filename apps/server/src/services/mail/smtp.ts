import nodemailer from 'nodemailer'
import type { Mailer } from './port.ts'

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
  return {
    async send({ id, edition, to, subject, text, html }) {
      await transport.sendMail({
        from,
        to,
        subject,
        text,
        html,
        messageId: `<mail-${id}${edition ? `.${edition}` : ''}@archwire>`,
      })
    },
    async close() {
      transport.close()
    },
  }
}
