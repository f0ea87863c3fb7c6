import { organizations } from '@archwire/contract/organizations/routes.ts'
import { practiceDefaults } from '@archwire/contract/practice-defaults/routes.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import { practiceToStart } from '../organizations/index.ts'
import { changeForm, changeInitialSetup, changePrintRequest } from './commands.ts'
import { presentInitialSetup, presentPreference, presentPrintRequest } from './present.ts'

const message = 'The practice defaults are saved.'

export function practiceDefaultRoutes(serve: Serve, config: Config): void {
  serve(organizations.rxFormPreference, async ({ db, actor, params }) =>
    presentPreference(actor, await practiceToStart(db, actor, params.id), config),
  )

  serve(practiceDefaults.updateRxForm, async ({ trx, actor, params, body }) => ({
    ...presentPreference(actor, await changeForm(trx, actor, params.id, body), config),
    message,
  }))

  serve(practiceDefaults.initialSetup, async ({ db, actor, params }) => ({
    data: presentInitialSetup(await practiceToStart(db, actor, params.id)),
  }))

  serve(practiceDefaults.updateInitialSetup, async ({ trx, actor, params, body }) => ({
    data: presentInitialSetup(await changeInitialSetup(trx, actor, params.id, body)),
    message,
  }))

  serve(practiceDefaults.printRequest, async ({ db, actor, params }) => ({
    data: presentPrintRequest(await practiceToStart(db, actor, params.id)),
  }))

  serve(practiceDefaults.updatePrintRequest, async ({ trx, actor, params, body }) => ({
    data: presentPrintRequest(await changePrintRequest(trx, actor, params.id, body)),
    message,
  }))
}
