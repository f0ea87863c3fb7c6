import { z } from 'zod'
import { defineJob } from './define.ts'
import { deliver } from '../services/mail/deliver.ts'

export const mailJobs = [
  /** A mail server that is down for an evening must not lose a mail. */
  defineJob({
    name: 'mail.send',
    payload: z.strictObject({ mail_id: z.int() }),
    retry: 'patient',
    parallel: 2,
    run: ({ db, mailer }, { mail_id }, { last }) => deliver(db, mailer, mail_id, last),
  }),
]
