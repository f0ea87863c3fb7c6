import { settings } from '@archwire/contract/settings/routes.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import { readPortal, readSettings } from './queries.ts'

export function settingsRoutes(serve: Serve, config: Config): void {
  serve(settings.portal, async ({ db }) => readPortal(db, config))
  serve(settings.get, async ({ db }) => ({ settings: await readSettings(db, config) }))
}
