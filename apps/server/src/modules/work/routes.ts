import { counted } from '@archwire/contract/core/counted.ts'
import { myWork } from '@archwire/contract/my-work/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { customerRequests } from '@archwire/contract/requests/routes.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import type { Serve } from '../../http/serve.ts'
import { getRequest } from '../requests/index.ts'
import { saveSteps } from './commands.ts'
import { workOf } from './my-work.sql.ts'
import { getWorkflow } from './queries.ts'
import { setPrintTechnician, setTechnicians } from './technician.ts'

/** The table of work steps of a setup or a print, whose a print is, and a technician's own work. */
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
  serve(customerRequests.managementData, async ({ trx, actor, params, body }) => {
    await setPrintTechnician(trx, actor, params.id, body.kind, body.assigned_to)
    const customer_request = await getRequest(trx, actor, { request: params.id })
    return { customer_request, message: 'The technician is set.' }
  })
  serve(patients.setTechnicians, async ({ trx, actor, body }) => {
    const results = await setTechnicians(trx, actor, body.ids, body.assigned_to)
    const done = results.filter((result) => result.done).length
    const message = `The technician is set in ${done} of ${counted(results.length, 'case')}.`
    return { results, message }
  })
}
