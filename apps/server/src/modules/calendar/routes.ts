import { parseInstant } from '@archwire/contract/core/dates.ts'
import { shipping } from '@archwire/contract/shipping/routes.ts'
import type { Serve } from '../../http/serve.ts'
import type { Config } from '../../config.ts'
import { listMethods } from './queries.ts'
import { calendarDays, isValidBusinessDate, nextBusinessDate } from './rules.ts'

export function calendarRoutes(serve: Serve, config: Config): void {
  const zone = config.labZone

  serve(shipping.methods, async ({ db, actor, query }) => ({
    shipping_methods: await listMethods(db, actor, query, zone),
  }))

  serve(shipping.nextBusinessDate, async ({ actor, query }) => {
    const at = (query.datetime && parseInstant(query.datetime)) || actor.now
    return { next_business_date: nextBusinessDate({ at, zone, offset: query.offset, method: query.shipping_method }) }
  })

  serve(shipping.calendarDays, async ({ query }) => ({ calendar_days: calendarDays(query.year_month) }))

  serve(shipping.isValidBusinessDate, async ({ actor, query }) => {
    const at = (query.datetime && parseInstant(query.datetime)) || actor.now
    const terms = { at, zone, offset: query.offset, method: query.shipping_method }
    return { is_valid: isValidBusinessDate(query.business_date, terms) }
  })
}
