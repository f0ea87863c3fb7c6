import { organizations } from '@archwire/contract/organizations/routes.ts'
import { pricing } from '@archwire/contract/pricing/routes.ts'
import type { Serve } from '../../http/serve.ts'
import { presentPricing, readPriceList } from '../pricing/index.ts'
import { practiceToStart } from './practice.ts'
import { listMembers, listPermissions } from './queries.ts'

export function organizationRoutes(serve: Serve): void {
  serve(organizations.currentUserPermissions, async ({ db, actor, params }) => ({
    permissions: await listPermissions(db, actor, params.id),
  }))

  serve(pricing.get, async ({ db, actor, params, query }) => {
    const { prices } = await practiceToStart(db, actor, params.id)
    const list = query.price_list === undefined ? prices : await readPriceList(db, query.price_list)
    return { pricing: presentPricing(actor, list) }
  })

  serve(organizations.listMembers, async ({ db, actor, params }) => ({
    members: await listMembers(db, actor, params.id),
  }))
}
