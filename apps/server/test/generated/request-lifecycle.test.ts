import { next } from '@archwire/contract/core/lifecycle.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import {
  customerRequestLifecycle,
  printingRequestLifecycle,
  type PrintingRequestStatus,
} from '@archwire/contract/requests/lifecycle.ts'
import { customerRequests } from '@archwire/contract/requests/routes.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { requestSeenBy } from '../seen.ts'

/** Generated from the life-cycle tables of requests and prints: every (state, event) pair, and the same on hold. */
let test: TestApp
let given: Given
let tech: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('supervisor')
})
afterAll(() => test.close())

type PrintEvent = keyof typeof printingRequestLifecycle.events
interface Asked {
  patient: number
  request: number
  workflow: number
  step: number
}

const events: Record<PrintEvent, (asked: Asked) => Promise<{ status: number; body: unknown }>> = {
  start_work: (asked) =>
    test.as(tech).call(techWorkflows.saveProcesses, {
      params: { id: asked.workflow },
      body: {
        processes: [{ id: asked.step, started_at: new Date(Date.now() - 1000).toISOString(), finished_at: null }],
      },
    }),
  complete: async (asked) =>
    test.as(tech).call(customerRequests.complete, {
      params: { id: asked.request },
      body: { tracking_number: '1Z999AA10123456784', seen: await requestSeenBy(test, tech, asked.request) },
    }),
  cancel: (asked) => test.as(tech).call(customerRequests.cancel, { params: { id: asked.request }, body: {} }),
}
/** How a new print comes to each state. */
const leading: Record<PrintingRequestStatus, PrintEvent[]> = {
  new: [],
  in_progress: ['start_work'],
  completed: ['complete'],
  canceled: ['cancel'],
}

const read = async (request: number) =>
  (await test.as(tech).call(customerRequests.get, { params: { id: request } })).body.customer_request
const statesOf = async ({ request }: Asked) => {
  const { status, printing_request: print } = await read(request)
  return { request: status.key, print: print!.status.key }
}

async function printIn(state: PrintingRequestStatus): Promise<Asked> {
  const testCase = await given.case({
    stage: 'approved',
    tech,
    form: { export_type: 1, print_assignment: 1, insert_brackets_assignment: 1, shipping_method: 'standard' },
  })
  const { patient } = (await test.as(tech).call(patients.get, { params: { id: testCase.id } })).body
  const request = patient.open_request_id!
  const { workflow } = await read(request)
  const asked = { patient: testCase.id, request, workflow: workflow!.id, step: workflow!.processes[0]!.id }
  for (const event of leading[state]) expect((await events[event](asked)).status).toBe(200)
  expect((await statesOf(asked)).print).toBe(state)
  return asked
}

it('covers both tables', () => {
  expect(Object.keys(events).sort()).toEqual(Object.keys(printingRequestLifecycle.events).sort())
  expect(Object.keys(events)).toEqual(expect.arrayContaining(Object.keys(customerRequestLifecycle.events)))
  expect(Object.keys(leading).sort()).toEqual([...printingRequestLifecycle.states].sort())
})

const pairs = printingRequestLifecycle.states.flatMap((state) =>
  (Object.keys(events) as PrintEvent[]).map((event): [PrintingRequestStatus, PrintEvent] => [state, event]),
)

describe.each(pairs)('a print that is %s × %s', (state, event) => {
  it('moves with its request by the tables or is refused with 409', async () => {
    const asked = await printIn(state)
    const before = await statesOf(asked)
    const answer = await events[event](asked)
    const to = next(printingRequestLifecycle, state, event)
    // Further steps may be started; the first is what moves the print.
    const goesOn = event === 'start_work' && state === 'in_progress'
    expect(answer.status, JSON.stringify(answer.body)).toBe(to || goesOn ? 200 : 409)
    const request = event === 'start_work' ? undefined : next(customerRequestLifecycle, before.request, event)
    expect(await statesOf(asked)).toEqual(to ? { print: to, request: request ?? before.request } : before)
  })

  it('is refused on hold, unless it is called off', async () => {
    const asked = await printIn(state)
    await test.as(tech).call(patients.toggleHold, {
      params: { id: asked.patient },
      body: { on_hold: true, reason: 'Waiting', action_owner_name: 'Sam' },
    })
    const before = await statesOf(asked)
    const answer = await events[event](asked)
    const calledOff = event === 'cancel' && next(printingRequestLifecycle, state, event) !== undefined
    expect(answer.status, JSON.stringify(answer.body)).toBe(calledOff ? 200 : 409)
    if (!calledOff) expect(await statesOf(asked)).toEqual(before)
  })
})
