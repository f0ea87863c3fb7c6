import { reports } from '@archwire/contract/reports/routes.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import type { Storage } from '../../services/storage/index.ts'
import { cancelReport, requestReport } from './commands.ts'
import { presentReport } from './present.ts'
import { giveDownloadLink, listReports } from './queries.ts'

/** One's own reports; another person's counts as unknown. */
export function reportRoutes(serve: Serve, storage: Storage, { labZone }: Pick<Config, 'labZone'>): void {
  serve(reports.list, async ({ db, actor }) => ({ reports: await listReports(db, actor) }))

  serve(reports.create, async ({ trx, actor, body }) => ({
    report: presentReport(await requestReport(trx, actor, body, labZone)),
    message: 'The report is being made.',
  }))

  serve(reports.cancel, async ({ trx, actor, params }) => ({
    report: presentReport(await cancelReport(trx, actor, params.id)),
    message: 'The report is canceled.',
  }))

  serve(reports.downloadLink, async ({ db, actor, params }) => ({
    url: await giveDownloadLink(db, actor, storage, params.id),
  }))
}
