import { z } from 'zod'
import { Changed } from '../../activities/subscribers.ts'
import { defineJob, type JobTools } from '../../jobs/define.ts'
import { warnGathered } from '../../kernel/gathered-warnings.ts'
import { refreshAll, refreshDue, refreshStale } from './refresh.ts'
import { compareIndex, sendChanges } from './send.ts'

/** Tells the search server, where there is one, what was refreshed. */
const send = async ({ db, search }: JobTools) => search && (await sendChanges(db, search))

async function refreshChanged(tools: JobTools, changes: readonly Changed[]): Promise<void> {
  const of = (key: keyof Changed) => changes.map((change) => change[key]).filter((id) => id !== null)
  await refreshStale(tools, { organizations: of('organization_id'), people: of('user_id') })
  // What could not be sent waits for `search.due`.
  await send(tools).catch((error: unknown) =>
    warnGathered(tools.log, { err: error }, 'the search server does not take changes'),
  )
}

export const searchJobs = [
  /** Makes the documents anew that activities changed: those of organizations and their people, or of people. */
  defineJob({
    name: 'search.refresh',
    payload: Changed,
    retry: 'patient',
    run: (tools, change) => refreshChanged(tools, [change]),
    together: { atMost: 100, run: refreshChanged },
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
