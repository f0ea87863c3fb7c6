import { setTimeout as sleep } from 'node:timers/promises'
import { customerRequests } from '@archwire/contract/requests/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMember } from '../../src/modules/organizations/index.ts'
import { requestLockSeconds } from '../../src/runtime.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { crowd } from '../crowd.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'
import { whileLocked } from '../while-locked.ts'

/**
 * One burst, or one long lock, stops no one else (`safety/fair`): the limits of production, without the factor of other
 * tests, under a load that a busy machine feels. The rules by themselves: `open-lines.test.ts`, `http/turns.unit.test.ts`.
 * A table is locked here, so that the database is one of its own.
 */
let test: TestApp
let given: Given
let busy: GivenCase
let other: GivenPractice
let others: GivenCase
beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true, environment: { RATE_FACTOR: '1' } })
  given = givenIn(test)
  busy = await given.case()
  other = await given.practice()
  others = await given.case({ practice: other })
})
afterAll(() => test.close())

const statuses = (answers: { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, list]): [number, number] => [status, list.length]),
  )
const note = (id: number, text: string) => ({ params: { id }, body: { field: 'doctor_notes' as const, text } })

/** Another practice's day: reads and writes, one after the other, until `over`. */
async function quietDay(over: Promise<unknown>): Promise<{ status: number }[]> {
  const answers: { status: number }[] = []
  let going = true
  void over.then(() => (going = false))
  const person = test.as(other.owner)
  while (going) {
    answers.push(await person.call(patients.list))
    answers.push(await person.call(patients.get, { params: { id: others.id } }))
    answers.push(await person.call(patients.saveNotes, note(others.id, `Note ${answers.length}`)))
    await sleep(1)
  }
  return answers
}

it('600 writes at once to one case: other practices are served, the burst gets 429', async () => {
  const burst = Promise.all(
    Array.from({ length: 600 }, (_, index) =>
      test.as(busy.practice.owner).call(patients.saveNotes, note(busy.id, `Burst ${index}`)),
    ),
  )
  const [answers, quiet] = await Promise.all([burst, quietDay(burst)])
  expect(Object.keys(statuses(quiet))).toEqual(['200'])
  expect(
    Object.keys(statuses(answers)).every((status) => ['200', '429'].includes(status)),
    JSON.stringify(statuses(answers)),
  ).toBe(true)
  expect(statuses(answers)[200]).toBeGreaterThan(0)
  const refused = answers.find(({ status }) => status === 429)!
  expect(refused.headers['retry-after']).toBe('1')
  expect(refused.body).toMatchObject({ error: 'Too many requests at once. Please wait a moment and try again.' })
  // Nothing is counted on: the next call goes through.
  const after = await test.as(busy.practice.owner).call(patients.saveNotes, note(busy.id, 'After the burst'))
  expect(after.status).toBe(200)
})

it.each(['patientLabelPrinted', 'patientLabelsPrinted', 'shippingLabelsPrinted'] as const)(
  'fifty labels of one request at once (%s): none fails but for being too many',
  async (call) => {
    const approved = await given.case({
      stage: 'approved',
      form: { export_type: 1, print_assignment: 1, insert_brackets_assignment: 1, shipping_method: 'standard' },
    })
    const tech = test.as(await given.user('supervisor'))
    const { body } = await tech.call(patients.get, { params: { id: approved.id } })
    const id = body.patient.customer_requests[0]!.id
    const print = () =>
      call === 'patientLabelPrinted'
        ? tech.call(customerRequests.patientLabelPrinted, { params: { id } })
        : tech.call(customerRequests[call], { body: { ids: [id] } })
    const counts = statuses(await crowd(50, print))
    expect(Object.keys(counts).every((status) => ['200', '409', '429'].includes(status))).toBe(true)
    expect(counts[200]).toBeGreaterThan(0)
  },
)

it('a locked case: its writers get 409 or a true answer, everyone else continues', async () => {
  const people = await Promise.all(Array.from({ length: 24 }, () => given.user('staff_member')))
  await test.connection.db.transaction().execute(async (trx) => {
    for (const { id } of people) await addMember(trx, busy.practice.id, id, 'organization_manager')
  })
  for (const person of people) await test.token(person)
  await whileLocked(test, `select 1 from patients where id = ${busy.id} for update`, async () => {
    // Since when someone has waited for a connection, and for how long at most.
    let since: number | undefined
    let longestMs = 0
    const watch = setInterval(() => {
      since = test.connection.pool.waitingCount > 0 ? (since ?? performance.now()) : undefined
      if (since !== undefined) longestMs = Math.max(longestMs, performance.now() - since)
    }, 20)
    const waiting = Promise.all(
      people.map((person, index) => test.as(person).call(patients.saveNotes, note(busy.id, `Waiting ${index}`))),
    )
    const [answers, quiet] = await Promise.all([waiting, quietDay(waiting)])
    expect(Object.keys(statuses(quiet))).toEqual(['200'])
    clearInterval(watch)
    // Without turns all connections wait for the case, and this practice for them.
    // Reads beside each other may wait for a moment; never as long as a lock is waited for.
    expect(longestMs, 'ms for which calls waited for a connection').toBeLessThan(requestLockSeconds * 500)
    expect(quiet.length).toBeGreaterThan(30)
    for (const { status, body } of answers) {
      expect([409, 429, 503]).toContain(status)
      expect(JSON.stringify(body)).toMatch(
        /Someone else is changing this|very busy|taking too long|Too many requests at once/,
      )
    }
  })
  expect((await test.as(busy.practice.owner).call(patients.saveNotes, note(busy.id, 'Free again'))).status).toBe(200)
})

it('a table that a migration holds: reads continue, writes say why', async () => {
  await whileLocked(test, 'lock table case_rows in share mode', async () => {
    const write = test.as(other.owner).call(patients.saveNotes, note(others.id, 'Meanwhile'))
    const reads = await Promise.all(
      Array.from({ length: 20 }, () => test.as(other.manager).call(patients.get, { params: { id: others.id } })),
    )
    expect(Object.keys(statuses(reads))).toEqual(['200'])
    // A busy machine may end the wait for a turn before the wait for the lock.
    const { status, body } = await write
    expect([409, 503]).toContain(status)
    expect(JSON.stringify(body)).toMatch(/Someone else is changing this|very busy/)
  })
})
