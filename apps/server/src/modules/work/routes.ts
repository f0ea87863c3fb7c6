import { customerRequests } from '@archwire/contract/requests/routes.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import type { Serve } from '../../http/serve.ts'
import { getRequest } from '../requests/index.ts'
import { saveSteps } from './commands.ts'
import { getWorkflow } from './queries.ts'
import { setPrintTechnician } from './technician.ts'

/** The table of work steps of a setup or a print, and whose a print is. */
export function workRoutes(serve: Serve): void {
  serve(techWorkflows.saveProcesses, async ({ trx, actor, params, body }) => {
    await saveSteps(trx, actor, params.id, body)
    const workflow = await getWorkflow(trx, actor, params.id)
    return { processes: workflow.processes, workflow, message: 'Steps saved.' }
  })
  serve(customerRequests.managementData, async ({ trx, actor, params, body }) => {
    await setPrintTechnician(trx, actor, params.id, body.assigned_to)
    const customer_request = await getRequest(trx, actor, { request: params.id })
    return { customer_request, message: 'The technician is set.' }
  })
}
