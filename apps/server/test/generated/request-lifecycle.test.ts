import { next } from '@archwire/contract/core/lifecycle.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import {
  customerRequestLifecycle,
  printingRequestLifecycle,
  type PrintingRequestStatus,
} from '@archwire/contract/requests/lifecycle.ts'
import { customerRequests } from '@archwire/contract/requests/routes.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import { expect, it } from 'vitest'
import { requestSeenBy } from '../seen.ts'
import { testLifeCycle, type Lab } from './life-cycle.ts'
import { printing } from '../given.ts'

/** Generated from the life-cycle tables of requests and prints: every (state, event) pair, and the same on hold. */

interface Asked {
  patient: number
  request: number
  workflow: number
  step: number
}

const ways = {
  start_work: ({ test, tech }: Lab, { workflow, step }: Asked) =>
    test.as(tech).call(techWorkflows.saveProcesses, {
      params: { id: workflow },
      body: { processes: [{ id: step, started_at: new Date(Date.now() - 1000).toISOString(), finished_at: null }] },
    }),
  complete: async ({ test, tech }: Lab, { request }: Asked) =>
    test.as(tech).call(customerRequests.complete, {
      params: { id: request },
      body: { tracking_number: '1Z999AA10123456784', seen: await requestSeenBy(test, tech, request) },
    }),
  cancel: ({ test, tech }: Lab, { request }: Asked) =>
    test.as(tech).call(customerRequests.cancel, { params: { id: request }, body: {} }),
}
/** How a new print comes to each state. */
const leading: Record<PrintingRequestStatus, (keyof typeof ways)[]> = {
  new: [],
  in_progress: ['start_work'],
  completed: ['complete'],
  canceled: ['cancel'],
}

const requestOf = async ({ test, tech }: Lab, id: number) =>
  (await test.as(tech).call(customerRequests.get, { params: { id } })).body.customer_request
const statesOf = async (lab: Lab, asked: Asked) => {
  const { status, printing_request: print } = await requestOf(lab, asked.request)
  return { state: print!.status.key, request: status.key }
}

async function printIn(lab: Lab, state: PrintingRequestStatus): Promise<Asked> {
  const { id } = await lab.given.case({ stage: 'approved', tech: lab.tech, form: printing })
  const { patient } = (await lab.test.as(lab.tech).call(patients.get, { params: { id } })).body
  const { workflow } = await requestOf(lab, patient.open_request_id!)
  const asked = {
    patient: id,
    request: patient.open_request_id!,
    workflow: workflow!.id,
    step: workflow!.processes[0]!.id,
  }
  for (const event of leading[state]) expect((await ways[event](lab, asked)).status).toBe(200)
  return asked
}

testLifeCycle({
  table: printingRequestLifecycle,
  make: printIn,
  ways,
  read: statesOf,
  after: (moved, event, before) => ({
    ...moved,
    request: event === 'start_work' ? before.request : next(customerRequestLifecycle, before.request, event)!,
  }),
  // Further steps may be started; the first is what moves the print.
  besides: (state, event) => (event === 'start_work' && state === 'in_progress' ? 'idle' : undefined),
  hold: { patientId: (asked) => asked.patient, allows: ['cancel'] },
})

it('every event of a request is one of its print', () => {
  expect(Object.keys(ways)).toEqual(expect.arrayContaining(Object.keys(customerRequestLifecycle.events)))
  expect(Object.keys(leading).sort()).toEqual([...printingRequestLifecycle.states].sort())
})
