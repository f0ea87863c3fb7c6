import { onboardings } from '@archwire/contract/onboardings/routes.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import { proceedOnboarding } from './commands/proceed.ts'
import { saveMetadata } from './commands/save-metadata.ts'
import { listOnboardings, readOnboarding } from './queries.ts'

export function onboardingRoutes(serve: Serve, { labZone: zone }: Pick<Config, 'labZone'>): void {
  serve(onboardings.list, ({ db, actor, query }) => listOnboardings(db, actor, query, { zone }))

  serve(onboardings.get, ({ db, actor, params }) => readOnboarding(db, actor, params.id, { zone }))

  serve(onboardings.proceed, async ({ trx, actor, params, body }) => {
    const label = await proceedOnboarding(trx, actor, params.id, body)
    return { ...(await readOnboarding(trx, actor, params.id, { zone })), message: `“${label}” is completed.` }
  })

  serve(onboardings.saveMetadata, async ({ trx, actor, params, body }) => {
    await saveMetadata(trx, actor, params.id, body, zone)
    const message = 'Onboarding details successfully updated.'
    return { ...(await readOnboarding(trx, actor, params.id, { zone })), message }
  })
}
