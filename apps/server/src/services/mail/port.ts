/** One mail as it leaves. */
export interface OutgoingMail {
  /** Names the mail in its Message-ID, so that a retry is recognised. */
  id: number
  to: string
  subject: string
  text: string
  html: string
}

/** Delivers mail over SMTP; throws when the server does not take it. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<void>
  close(): Promise<void>
}
