import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import { deliverPush, spread, wake } from './deliver.ts'

export const pushJobs = [
  /** A notification that waits for its person: to each of their browsers. */
  defineJob({
    name: 'push.spread',
    payload: z.strictObject({ notification_id: z.int() }),
    retry: 'persistent',
    run: ({ db }, { notification_id }) => spread(db, notification_id),
  }),
  /** A push service may be away for a while; later than that the bell is early enough. */
  defineJob({
    name: 'push.deliver',
    payload: z.strictObject({ notification_id: z.int(), browser_id: z.int() }),
    retry: 'persistent',
    parallel: 4,
    run: ({ db, pusher, labZone }, push) => deliverPush({ db, pusher, labZone }, push),
  }),
  /** Every minute: what came in someone's silent hours, once they are over. */
  defineJob({
    name: 'push.wake',
    payload: z.strictObject({}),
    retry: 'soon',
    schedule: { cron: '* * * * *', clock: 'utc' },
    run: ({ db }) => wake(db),
  }),
]
