import { figures, type LabFigures, type PracticeFigures } from '@archwire/contract/figures/routes.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import { permit } from '../../kernel/errors.ts'
import { readsOrders } from '../billing/index.ts'
import { figuresCache } from '../dashboard/index.ts'
import { readOrganization } from '../organizations/index.ts'
import { readsLab, readsPractice } from './policy.ts'
import { figuresOfLab, figuresOfPractice } from './queries.ts'

export function figureRoutes(serve: Serve, config: Config): void {
  const ofPractices = figuresCache<PracticeFigures>()
  const ofLab = figuresCache<LabFigures>()
  const zone = config.labZone
  serve(figures.ofPractice, async ({ db, actor, query, params }) => {
    const organization = await readOrganization(db, actor, params.id)
    permit(readsPractice(actor, params.id), null)
    const range = { from: query.date_from ?? null, to: query.date_to ?? null }
    const readsSpend = readsOrders(actor, organization)
    return ofPractices.get(JSON.stringify([params.id, readsSpend, range]), query.live_data, () =>
      figuresOfPractice(db, actor, params.id, readsSpend, { range, zone }),
    )
  })
  serve(figures.ofLab, async ({ db, actor, query }) => {
    permit(readsLab(actor), null)
    const range = { from: query.date_from ?? null, to: query.date_to ?? null }
    return ofLab.get(JSON.stringify(range), query.live_data, () => figuresOfLab(db, actor, { range, zone }))
  })
}
