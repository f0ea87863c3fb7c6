import { push } from '@archwire/contract/push/routes.ts'
import type { Serve } from '../../http/serve.ts'
import type { Pusher } from '../../services/push/port.ts'
import { addDevice, removeDevice, setSilentHours } from './commands.ts'
import { readPush } from './queries.ts'

/** One's own devices and silent hours; another person's device counts as unknown. */
export function pushRoutes(serve: Serve, pusher: Pusher | undefined): void {
  serve(push.get, async ({ db, actor }) => ({ public_key: pusher?.publicKey ?? null, ...(await readPush(db, actor)) }))

  serve(push.addDevice, async ({ trx, actor, body }) => {
    const id = await addDevice(trx, actor, pusher, body)
    const { devices } = await readPush(trx, actor)
    return { device: devices.find((device) => device.id === id)!, message: 'Notifications are on for this device.' }
  })

  serve(push.removeDevice, async ({ trx, actor, params }) => {
    await removeDevice(trx, actor, params.id)
    return { message: 'Notifications are off for this device.' }
  })

  serve(push.setSilentHours, async ({ trx, actor, body }) => {
    await setSilentHours(trx, actor, body.silent_hours)
    return { silent_hours: body.silent_hours, message: 'Silent hours are saved.' }
  })
}
