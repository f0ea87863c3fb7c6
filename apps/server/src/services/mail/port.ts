/** One mail as it leaves. */
export interface OutgoingMail {
  /** Names the mail in its Message-ID, so that a retry is recognized. */
  id: number
  /** For a mail whose link differs at each try: mail programs must show the latest, not hide it as known. */
  edition?: string
  to: string
  subject: string
  text: string
  html: string
  /** Where mail programs turn this kind of mail off, by a POST without a session (RFC 8058). */
  stopAt?: string
}

/** Delivers mail over SMTP; throws when the server does not accept it. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<void>
  close(): Promise<void>
}
