import { z } from 'zod'
import { Changed } from '../../activities/subscribers.ts'
import { defineJob, type JobTools } from '../../jobs/define.ts'
import { refreshAll, refreshDue, refreshOrganization, refreshPerson } from './refresh.ts'
import { compareIndex, sendChanges } from './send.ts'

/** Tells the search server, where there is one, what was refreshed. */
const send = async ({ db, search }: JobTools) => search && (await sendChanges(db, search))

export const searchJobs = [
  /** Makes the documents anew that an activity changed: those of an organization and its people, or of a person. */
  defineJob({
    name: 'search.refresh',
    payload: Changed,
    retry: 'patient',
    parallel: 2,
    async run(tools, { organization_id, user_id }) {
      if (organization_id !== null) await refreshOrganization(tools, organization_id)
      if (user_id !== null) await refreshPerson(tools, user_id)
      await send(tools)
    },
  }),
  /** Every minute: statuses that change by time alone, and what could not be sent. */
  defineJob({
    name: 'search.due',
    payload: z.strictObject({}),
    retry: 'soon',
    schedule: { cron: '* * * * *', clock: 'utc' },
    async run(tools) {
      await refreshDue(tools)
      await send(tools)
    },
  }),
  /** Every night: compares the whole index with the records, the search server with the index, and mends both. */
  defineJob({
    name: 'search.rebuild',
    payload: z.strictObject({}),
    retry: 'soon',
    schedule: { cron: '40 3 * * *', clock: 'lab' },
    expireInSeconds: 1800,
    async run(tools) {
      const differences = await refreshAll(tools)
      const onServer = tools.search ? await compareIndex(tools.db, tools.search) : 0
      tools.log.info({ differences, onServer }, 'search index compared with the records')
    },
  }),
]
