import { patients } from '@archwire/contract/patients/routes.ts'
import { sync } from '@archwire/contract/sync/routes.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import { changedCases } from './changes.sql.ts'
import { countAllCases, countCases, countWaiting, listCases } from './queries.ts'

/** Lists of cases and their counts. */
export function caseListRoutes(serve: Serve, { labZone: zone }: Pick<Config, 'labZone'>): void {
  serve(patients.list, async ({ db, actor, query, logRead }) => {
    const { ids, ...page } = await listCases(db, actor, query, zone)
    logRead(...ids)
    return page
  })
  serve(patients.listOfOrganization, async ({ db, actor, params, query, logRead }) => {
    const { ids, ...page } = await listCases(db, actor, query, zone, params.id)
    logRead(...ids)
    return page
  })
  serve(patients.countsPerStatus, async ({ db, actor, params, query }) => ({
    counts: await countCases(db, actor, params.id, query, zone),
  }))
  serve(patients.countsPerStatusOfAll, async ({ db, actor, query }) => ({
    counts: await countAllCases(db, actor, query, zone),
  }))
  serve(patients.waiting, async ({ db, actor, query }) => ({ waiting: await countWaiting(db, actor, query, zone) }))
  serve(sync.workflowData, async ({ db, actor, query, logRead }) => {
    const { ids, ...changes } = await changedCases(db, actor, query.since)
    logRead(...ids)
    return changes
  })
}
