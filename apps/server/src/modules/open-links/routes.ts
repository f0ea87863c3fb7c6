import { openLinks } from '@archwire/contract/open-links/routes.ts'
import type { Serve } from '../../http/serve.ts'
import { casePage, filePage } from './queries.ts'

/** Links that lead to pages. */
export function openLinkRoutes(serve: Serve): void {
  serve(openLinks.patient, async ({ db, actor, params, logRead }) => {
    const { patientId, location } = await casePage(db, actor, params.id)
    logRead(patientId)
    return { location }
  })
  serve(openLinks.file, async ({ db, actor, params, logRead }) => {
    const { patientId, location } = await filePage(db, actor, params.id)
    logRead(patientId)
    return { location }
  })
}
