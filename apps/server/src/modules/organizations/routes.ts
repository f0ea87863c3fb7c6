import { organizations } from '@archwire/contract/organizations/routes.ts'
import { pricing } from '@archwire/contract/pricing/routes.ts'
import type { Serve } from '../../http/serve.ts'
import { presentPricing, readPrices } from '../pricing/index.ts'
import { practiceToStart } from './practice.ts'
import { listMembers, listPermissions } from './queries.ts'

export function organizationRoutes(serve: Serve): void {
  serve(organizations.currentUserPermissions, async ({ db, actor, params }) => ({
    permissions: await listPermissions(db, actor, params.id),
  }))

  serve(pricing.get, async ({ db, actor, params, query }) => {
    const practice = await practiceToStart(db, actor, params.id)
    const { price_list: list, price_overrides: overrides } = query
    if (list === undefined && overrides === undefined) return { pricing: presentPricing(actor, practice.prices) }
    const asked = await readPrices(db, { organization_id: practice.id }, { list, overrides })
    return { pricing: presentPricing(actor, asked) }
  })

  serve(organizations.listMembers, async ({ db, actor, params }) => ({
    members: await listMembers(db, actor, params.id),
  }))
}
