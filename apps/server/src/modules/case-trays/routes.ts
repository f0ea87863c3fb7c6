import { caseTrays } from '@archwire/contract/case-trays/routes.ts'
import type { CaseTraySummary } from '@archwire/contract/case-trays/schema.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import { archiveCaseTray, createCaseTray, generateShippingId } from './commands.ts'
import { findCaseTray, listCaseTrays } from './queries.ts'

const idsOf = ({ patients }: Pick<CaseTraySummary, 'patients'>) => patients.map(({ id }) => id)

export function caseTrayRoutes(serve: Serve, { labZone }: Pick<Config, 'labZone'>): void {
  serve(caseTrays.list, async ({ db, actor, query, logRead }) => {
    const page = await listCaseTrays(db, actor, query)
    // Archived trays may have held the same case, one after the other.
    logRead(...new Set(page.case_trays.flatMap(idsOf)))
    return page
  })

  serve(caseTrays.get, async ({ db, actor, params, logRead }) => {
    const case_tray = await findCaseTray(db, actor, params.id)
    logRead(...idsOf(case_tray))
    return { case_tray }
  })

  serve(caseTrays.create, async ({ trx, actor, body }) => {
    const id = await createCaseTray(trx, actor, body)
    return { case_tray: await findCaseTray(trx, actor, id), message: 'The tray is created.' }
  })

  serve(caseTrays.archive, async ({ trx, actor, params }) => {
    await archiveCaseTray(trx, actor, params.id)
    return { case_tray: await findCaseTray(trx, actor, params.id), message: 'The tray and its cases are archived.' }
  })

  serve(caseTrays.generateShippingId, async ({ trx, actor, params }) => {
    await generateShippingId(trx, actor, params.id, labZone)
    return { case_tray: await findCaseTray(trx, actor, params.id), message: 'The Tray ID is generated.' }
  })
}
