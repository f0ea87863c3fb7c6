import { z } from 'zod'
import { IdParams, Instant, optionalLine } from '../core/fields.ts'
import { get } from '../core/route.ts'

const MailSummary = z.strictObject({
  id: z.int(),
  to: z.string(),
  subject: z.string(),
  kind: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.int(),
  error: z.string().nullable(),
  created_at: Instant,
  sent_at: Instant.nullable(),
})

/**
 * The development mailbox: what the portal has sent. These routes exist only where the server enables them (never in
 * production).
 */
export const mailbox = {
  list: get('/mailbox', {
    shows: [],
    summary: 'The newest 100 mails (development only)',
    rules: ['notices/mailbox'],
    needs: 'public',
    query: z.strictObject({
      /** Mails to one address. */
      to: optionalLine().optional(),
    }),
    returns: z.strictObject({ mails: z.array(MailSummary) }),
  }),
  read: get('/mailbox/{id}', {
    shows: [],
    summary: 'One mail with its text (development only)',
    rules: ['notices/mailbox'],
    needs: 'public',
    params: IdParams,
    returns: z.strictObject({ mail: MailSummary.extend({ text: z.string(), html: z.string() }) }),
  }),
}
