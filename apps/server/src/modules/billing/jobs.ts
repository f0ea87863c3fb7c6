import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import { Announcement } from '../../activities/subscribers.ts'
import { announce } from './announce.ts'
import { endNotFound } from './commands/end-not-found.ts'
import { applyAllWaiting, askAboutPending, nameUnknownPayments } from './commands/ask-pending.ts'

const Nothing = z.strictObject({})

export const billingJobs = [
  /** Notifies the people concerned about an activity of an order. */
  defineJob({
    name: 'order.announce',
    payload: Announcement,
    retry: 'persistent',
    run: announce,
  }),
  /** Every five minutes: applies reports of the provider that arrived before their payment was known. */
  defineJob({
    name: 'payments.apply-waiting',
    payload: Nothing,
    retry: 'soon',
    schedule: { cron: '*/5 * * * *', clock: 'utc' },
    run: ({ db, log }) =>
      applyAllWaiting(db, (transaction, err) => log.warn({ err, transaction }, 'report of a payment not applied yet')),
  }),
  /** Ends a payment that the provider does not know, once a person has reviewed it. */
  defineJob({
    name: 'payments.end-not-found',
    payload: z.strictObject({ transaction_id: z.string() }),
    retry: 'persistent',
    run: ({ db }, { transaction_id }) => db.transaction().execute((trx) => endNotFound(trx, transaction_id)),
  }),
  /**
   * Every hour: asks the provider about payments that have been pending for more than a day, and opens the payments that
   * were reported and are not known here for a person.
   */
  defineJob({
    name: 'payments.ask-pending',
    payload: Nothing,
    retry: 'soon',
    schedule: { cron: '23 * * * *', clock: 'utc' },
    run: async ({ db, payments, log }) => {
      for (const transaction of await nameUnknownPayments(db))
        log.warn({ transaction }, 'a payment was reported that the portal does not know')
      if (payments)
        await askAboutPending(db, payments, (transaction, err) =>
          log.warn({ err, transaction }, 'payment provider not asked about a pending payment'),
        )
    },
  }),
]
