import { parseInstant } from '@archwire/contract/core/dates.ts'
import { shipping } from '@archwire/contract/shipping/routes.ts'
import type { Serve } from '../../http/serve.ts'
import type { Config } from '../../config.ts'
import { scoped } from '../../db/scope.ts'
import { NotFound } from '../../kernel/errors.ts'
import { methodsFor } from './methods.ts'
import { calendarDays, isValidBusinessDate, nextBusinessDate } from './rules.ts'

export function calendarRoutes(serve: Serve, config: Config): void {
  const zone = config.labZone

  serve(shipping.methods, async ({ db, actor, query }) => {
    const location =
      query.location_id === undefined
        ? undefined
        : await scoped(db, actor.scope)
            .from('locations')
            .select('country')
            .where('id', '=', query.location_id)
            .executeTakeFirst()
    if (query.location_id !== undefined && !location) throw new NotFound('This location')
    const methods = methodsFor({
      country: location?.country ?? null,
      assignment: query.assignment,
      at: actor.now,
      zone,
    })
    return { shipping_methods: query.available_only ? methods.filter((method) => method.available) : methods }
  })

  serve(shipping.nextBusinessDate, async ({ actor, query }) => {
    const at = (query.datetime && parseInstant(query.datetime)) || actor.now
    return { next_business_date: nextBusinessDate({ at, zone, offset: query.offset, method: query.shipping_method }) }
  })

  serve(shipping.calendarDays, async ({ query }) => ({ calendar_days: calendarDays(query.year_month) }))

  serve(shipping.isValidBusinessDate, async ({ actor, query }) => {
    const at = (query.datetime && parseInstant(query.datetime)) || actor.now
    return {
      is_valid: isValidBusinessDate(query.business_date, {
        at,
        zone,
        offset: query.offset,
        method: query.shipping_method,
      }),
    }
  })
}
