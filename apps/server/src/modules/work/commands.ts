import { isToBegin } from '@archwire/contract/patients/lifecycle.ts'
import { printingRequestLifecycle, printingRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { move } from '../../kernel/move.ts'
import { changeProcesses, type ProcessInput } from './processes.ts'
import { conclude, lockCase, permit, setCase, transition } from '../case-core/index.ts'
import { beginCorrection, caseOfRequest, lockRequest, permitRequest, printIs, touchRequest } from '../requests/index.ts'

type LockedRequest = Awaited<ReturnType<typeof lockRequest>>
interface StepsInput {
  processes: ProcessInput[]
  version?: number
}

/** Saves the work steps of a setup, a print or a correction, all rows or none. */
export async function saveSteps(trx: Trx, actor: Actor, workflowId: number, input: StepsInput): Promise<void> {
  const print = await caseOfRequest(trx, actor.scope, { workflow: workflowId })
  return print === undefined
    ? saveSetupSteps(trx, actor, workflowId, input)
    : savePrintSteps(trx, actor, workflowId, input)
}

/** The first start of a correction's step puts it to work (`corrections/work`); it is completed by its last corrected tray. */
async function saveFlawedSteps(
  trx: Trx,
  actor: Actor,
  { facts, request }: LockedRequest,
  workflowId: number,
  input: StepsInput,
): Promise<void> {
  permitRequest(actor, facts, request, 'flawed_work_steps')
  const changed = await changeProcesses(trx, actor, { organizationId: facts.organization_id, workflowId, ...input })
  if (changed.length === 0) return
  const begins = request.flawed_status === 'new' && changed.some((change) => change.started)
  if (begins) await beginCorrection(trx, actor, request)
  await touchRequest(trx, actor, request)
  await setCase(trx, actor, facts, {})
  await conclude(trx, actor, facts, {
    event: begins ? 'correction_started' : 'steps_saved',
    note: changed.map((change) => change.summary).join('; '),
    data: { request_id: request.id, kind: 'flawed_tray' },
  })
}

/** The first start of a print's step puts the print to work (`requests/begins`); the case stays Approved. */
async function savePrintSteps(trx: Trx, actor: Actor, workflowId: number, input: StepsInput): Promise<void> {
  const locked = await lockRequest(trx, actor.scope, { workflow: workflowId })
  const { facts, request } = locked
  if (request.flawed_workflow_id === workflowId) return saveFlawedSteps(trx, actor, locked, workflowId, input)
  permitRequest(actor, facts, request, 'work_steps')
  const changed = await changeProcesses(trx, actor, { organizationId: facts.organization_id, workflowId, ...input })
  if (changed.length === 0) return
  const begins = request.print_status === 'new' && changed.some((change) => change.started)
  const status = begins ? move(printingRequestLifecycle, 'new', 'start_work', printIs) : undefined
  await sql`update printing_requests set status_id = ${status ? printingRequestStatuses[status].id : sql`status_id`}, updated_at = ${actor.now},
      status_updated_at = ${status ? actor.now : sql`status_updated_at`}
    where organization_id = ${request.organization_id} and id = ${request.print_id}`.execute(trx)
  await touchRequest(trx, actor, request)
  await setCase(trx, actor, facts, {})
  await conclude(trx, actor, facts, {
    event: begins ? 'print_started' : 'steps_saved',
    note: changed.map((change) => change.summary).join('; '),
  })
}

/** The first start moves the case into work. */
async function saveSetupSteps(trx: Trx, actor: Actor, workflowId: number, input: StepsInput): Promise<void> {
  const facts = await lockCase(trx, actor.scope, { workflow: workflowId })
  permit(actor, facts, 'work_steps')
  const changed = await changeProcesses(trx, actor, { organizationId: facts.organization_id, workflowId, ...input })
  if (changed.length === 0) return
  const begins = isToBegin(facts.status) && changed.some((change) => change.started || change.technicianSet)
  const moved = begins ? { from: facts.status, to: await transition(trx, actor, facts, 'start_work') } : {}
  if (!begins) await setCase(trx, actor, facts, {})
  await conclude(trx, actor, facts, {
    event: begins ? 'work_started' : 'steps_saved',
    ...moved,
    note: changed.map((change) => change.summary).join('; '),
  })
}
