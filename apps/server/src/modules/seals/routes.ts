import { patients } from '@archwire/contract/patients/routes.ts'
import type { Serve } from '../../http/serve.ts'
import { readApproval } from './queries.ts'

export function sealRoutes(serve: Serve): void {
  serve(patients.approval, async ({ db, actor, params, logRead }) => {
    logRead(params.id)
    return { approval: await readApproval(db, actor, params.id) }
  })
}
