import { periodicRules } from '@archwire/contract/periodic-rules/routes.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import { createRule, deleteRule, updateRule } from './commands.ts'
import { findRule, listRules } from './queries.ts'

/** Registers the calls about periodic rules. */
export function periodicRuleRoutes(serve: Serve, { labZone: zone }: Pick<Config, 'labZone'>): void {
  serve(periodicRules.list, ({ db, actor, query }) => listRules(db, actor, query, zone))

  serve(periodicRules.get, async ({ db, actor, params }) => ({ rule: await findRule(db, actor, params.id, zone) }))

  serve(periodicRules.create, async ({ trx, actor, body }) => {
    const id = await createRule(trx, actor, body)
    return { rule: await findRule(trx, actor, id, zone), message: 'The periodic rule is added.' }
  })

  serve(periodicRules.update, async ({ trx, actor, params, body }) => {
    await updateRule(trx, actor, params.id, body)
    return { rule: await findRule(trx, actor, params.id, zone), message: 'The periodic rule is saved.' }
  })

  serve(periodicRules.remove, async ({ trx, actor, params }) => {
    await deleteRule(trx, actor, params.id)
    return { message: 'The periodic rule is deleted.' }
  })
}
