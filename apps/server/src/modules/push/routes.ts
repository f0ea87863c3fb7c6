import { push } from '@archwire/contract/push/routes.ts'
import type { Serve } from '../../http/serve.ts'
import type { Pusher } from '../../services/push/port.ts'
import { addBrowser, removeBrowser, setSilentHours } from './commands.ts'
import { readPush } from './queries.ts'

/** One's own browsers and silent hours; another person's browser counts as unknown. */
export function pushRoutes(serve: Serve, pusher: Pusher | undefined): void {
  serve(push.get, async ({ db, actor }) => ({ public_key: pusher?.publicKey ?? null, ...(await readPush(db, actor)) }))

  serve(push.addBrowser, async ({ trx, actor, body }) => {
    const id = await addBrowser(trx, actor, pusher, body)
    const { browsers } = await readPush(trx, actor)
    return { browser: browsers.find((browser) => browser.id === id)!, message: 'Notifications are on in this browser.' }
  })

  serve(push.removeBrowser, async ({ trx, actor, params }) => {
    await removeBrowser(trx, actor, params.id)
    return { message: 'Notifications are off for this browser.' }
  })

  serve(push.setSilentHours, async ({ trx, actor, body }) => {
    await setSilentHours(trx, actor, body.silent_hours)
    return { silent_hours: body.silent_hours, message: 'Silent hours are saved.' }
  })
}
