import { dashboard } from '@archwire/contract/dashboard/routes.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import { figuresCache } from './figures-cache.ts'
import { computeFigures, visibleStatuses, type Figures } from './queries.ts'
import { resolveFigureScope } from './figure-scope.ts'

export function dashboardRoutes(serve: Serve, config: Config): void {
  const kept = figuresCache<Figures>()
  serve(dashboard.get, async ({ db, actor, query }) => {
    const whose = await resolveFigureScope(db, actor, query.organization_id)
    const range = { from: query.date_from ?? null, to: query.date_to ?? null }
    const figures = await kept.get(JSON.stringify([whose.key, range]), query.live_data, () =>
      computeFigures(db, actor, whose, range, config.labZone),
    )
    return { ...figures, statuses: visibleStatuses(actor, figures.statuses) }
  })
}
