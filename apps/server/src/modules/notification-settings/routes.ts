import { notificationSettings } from '@archwire/contract/notification-settings/routes.ts'
import type { Serve } from '../../http/serve.ts'
import { changeSettings } from './commands.ts'
import { readSettings } from './queries.ts'

/** The notification settings of practices. */
export function notificationSettingsRoutes(serve: Serve): void {
  serve(notificationSettings.get, ({ db, actor, params }) => readSettings(db, actor, params.id))

  serve(notificationSettings.update, async ({ trx, actor, params, body }) => {
    await changeSettings(trx, actor, params.id, body)
    return { ...(await readSettings(trx, actor, params.id)), message: 'Notification settings successfully updated.' }
  })
}
