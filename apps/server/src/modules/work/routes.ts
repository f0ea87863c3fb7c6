import { myWork } from '@archwire/contract/my-work/routes.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import type { Serve } from '../../http/serve.ts'
import { saveSteps } from './commands.ts'
import { workOf } from './my-work.sql.ts'
import { getWorkflow } from './queries.ts'

/** The table of work steps of a setup or a print, and a technician's own work. */
export function workRoutes(serve: Serve): void {
  serve(techWorkflows.saveProcesses, async ({ trx, actor, params, body }) => {
    await saveSteps(trx, actor, params.id, body)
    const workflow = await getWorkflow(trx, actor, params.id)
    return { processes: workflow.processes, workflow, message: 'Steps saved.' }
  })
  serve(myWork.get, async ({ db, actor, logRead }) => {
    const work = await workOf(db, actor)
    logRead(...[...work.mine, ...work.available].map(({ patient }) => patient.id))
    return work
  })
}
