import { dayIn } from '@archwire/contract/core/dates.ts'
import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import { now } from '../../kernel/clock.ts'
import { deliver } from '../../services/mail/deliver.ts'
import { makeStopToken } from './commands.ts'
import { mailMonday, sendJob } from './monday-mail.ts'

export const todayJobs = [
  /**
   * Mondays from 8:00 on, every quarter of an hour: mails everyone what waits for them, once. What a worker that was down has
   * missed is done by the next run of the day; on another day the mail would say what no longer waits.
   */
  defineJob({
    name: 'today.mail-monday',
    payload: z.strictObject({}),
    retry: 'persistent',
    schedule: { cron: '*/15 8-23 * * 1', clock: 'lab' },
    expireInSeconds: 840,
    run: (tools, _payload, { signal }) => mailMonday(tools, signal),
  }),
  /** Sends such a mail, with a link of its own that turns it off. */
  defineJob({
    name: sendJob,
    payload: z.strictObject({ mail_id: z.int(), monday_mail_id: z.int() }),
    retry: 'patient',
    parallel: 2,
    run: ({ db, mailer, publicUrl, labZone }, { mail_id, monday_mail_id }, { last }) =>
      deliver(db, mailer, mail_id, last, undefined, async () => {
        const token = await makeStopToken(db, monday_mail_id, dayIn(labZone, now()))
        return token === undefined
          ? undefined
          : {
              page: `${publicUrl}/monday-mail?token=${token}`,
              call: `${publicUrl}/api/v1/monday_mail/${token}/stop`,
            }
      }),
  }),
]
