import { settings } from '@archwire/contract/settings/routes.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import { saveSettings } from './commands.ts'
import { readPortal, readSettings } from './queries.ts'

export function settingsRoutes(serve: Serve, config: Config): void {
  serve(settings.portal, async ({ db }) => readPortal(db, config))
  serve(settings.get, async ({ db, actor }) => ({ settings: await readSettings(db, actor, config) }))

  serve(settings.save, async ({ trx, actor, body }) => {
    await saveSettings(trx, actor, body)
    return { settings: await readSettings(trx, actor, config), message: 'The settings are saved.' }
  })
}
