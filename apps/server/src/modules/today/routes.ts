import { today } from '@archwire/contract/today/routes.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import { addressOf } from '../../http/session-cookie.ts'
import { setMail, stopMail } from './commands.ts'
import { readToday } from './queries.ts'

/** What waits for a person, and whether it is mailed on Mondays. */
export function todayRoutes(serve: Serve, { labZone: zone }: Pick<Config, 'labZone'>): void {
  serve(today.get, async ({ db, actor, query, logRead }) => {
    const asked = { organizationId: query.organization_id, chosen: query.chosen_wi_organization_id }
    const { ids, ...answer } = await readToday(db, actor, asked, zone)
    logRead(...ids)
    return answer
  })
  serve(today.setMail, async ({ trx, actor, body }) => {
    await setMail(trx, actor, body.enabled)
    return { monday_mail: body.enabled, message: body.enabled ? 'The Monday email is on.' : 'The Monday email is off.' }
  })
  serve(today.stopMail, async ({ trx, params, request }) => {
    await stopMail(trx, params.token, addressOf(request))
    return { message: 'The Monday email is off.' }
  })
}
