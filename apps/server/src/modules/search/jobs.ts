import { z } from 'zod'
import { Changed } from '../../activities/subscribers.ts'
import { defineJob } from '../../jobs/define.ts'
import { refreshAll, refreshDue, refreshOrganization, refreshPerson } from './refresh.ts'

export const searchJobs = [
  /** Makes the documents anew that an activity changed: those of an organization and its people, or of a person. */
  defineJob({
    name: 'search.refresh',
    payload: Changed,
    retry: 'patient',
    parallel: 2,
    async run({ db }, { organization_id, user_id }) {
      if (organization_id !== null) await refreshOrganization(db, organization_id)
      if (user_id !== null) await refreshPerson(db, user_id)
    },
  }),
  /** Every minute: statuses that change by time alone. */
  defineJob({
    name: 'search.due',
    payload: z.strictObject({}),
    retry: 'soon',
    schedule: { cron: '* * * * *', clock: 'utc' },
    run: async ({ db }) => void (await refreshDue(db)),
  }),
  /** Every night: compares the whole index with the records, and mends it. */
  defineJob({
    name: 'search.rebuild',
    payload: z.strictObject({}),
    retry: 'soon',
    schedule: { cron: '40 3 * * *', clock: 'lab' },
    expireInSeconds: 1800,
    async run({ db, log }) {
      const differences = await refreshAll(db, async () => {})
      log.info({ differences }, 'search index compared with the records')
    },
  }),
]
