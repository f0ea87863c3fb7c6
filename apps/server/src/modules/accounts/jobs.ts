import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import { sendLinkMail } from './link-mails.ts'
import { tellOfNewBrowser } from './commands/new-browser.ts'
import { applyDueEmails } from './commands/new-email.ts'
import { writeDueMails, writeRequestedMail } from './commands/mail-requests.ts'

export const accountJobs = [
  /**
   * Sends a mail requested on the public pages: verification or reset, if the address belongs to a person it applies
   * to.
   */
  defineJob({
    name: 'access.write-mail',
    payload: z.strictObject({ wish_id: z.int() }),
    retry: 'persistent',
    run: ({ db, publicUrl }, { wish_id }) => writeRequestedMail(db, wish_id, publicUrl),
  }),
  /** Every minute: writes the mails that had to wait because enough were sent within the hour (`access/mails-asked`). */
  defineJob({
    name: 'access.write-due-mails',
    payload: z.strictObject({}),
    retry: 'soon',
    schedule: { cron: '* * * * *', clock: 'utc' },
    run: ({ db, publicUrl }) => writeDueMails(db, publicUrl),
  }),
  /** Sends a mail with a one-time link: its token is made when it leaves. */
  defineJob({
    name: 'access.send-link',
    payload: z.union([
      z.strictObject({ mail_id: z.int(), token_id: z.int() }),
      z.strictObject({ mail_id: z.int(), invitation_id: z.int() }),
    ]),
    retry: 'patient',
    parallel: 2,
    run: ({ db, mailer }, { mail_id, ...opens }, { last }) => sendLinkMail(db, mailer, mail_id, opens, last),
  }),
  /** Every minute: applies new emails that staff asked for, once they are confirmed and 24 hours are over. */
  defineJob({
    name: 'access.apply-emails',
    payload: z.strictObject({}),
    retry: 'soon',
    schedule: { cron: '* * * * *', clock: 'utc' },
    run: ({ db, publicUrl }) => applyDueEmails(db, publicUrl),
  }),
  /** Notifies a person that the account was used from a new browser. */
  defineJob({
    name: 'access.new-browser',
    payload: z.strictObject({ session_id: z.int() }),
    retry: 'persistent',
    run: ({ db, publicUrl }, { session_id }) => tellOfNewBrowser(db, session_id, publicUrl),
  }),
]
