import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { customerRequests } from '@archwire/contract/requests/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { afterAll, beforeAll, describe, expect, inject as provided, it } from 'vitest'
import pg from 'pg'
import { createDatabase, dropDatabase } from '../../../tools/test-database.ts'
import { addMember } from '../src/modules/organizations/index.ts'
import { requestLockSeconds } from '../src/runtime.ts'
import { openTestApp, type TestApp } from './app.ts'
import { crowd } from './crowd.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from './given.ts'

/**
 * One burst, or one long lock, stops nobody else (`safety/fair`): the limits of production, without the factor of other tests. A table
 * is locked here, so that the database is one of its own.
 */
let test: TestApp
let given: Given
let busy: GivenCase
let other: GivenPractice
let others: GivenCase
let ownerUrl: string
beforeAll(async () => {
  ownerUrl = await createDatabase(provided('clusterUrl'), undefined, provided('template'))
  test = await openTestApp({ ownerUrl, environment: { RATE_FACTOR: '1' } })
  given = givenIn(test)
  busy = await given.case()
  other = await given.practice()
  others = await given.case({ practice: other })
})
afterAll(async () => {
  await test.close()
  await dropDatabase(provided('clusterUrl'), new URL(ownerUrl).pathname.slice(1))
})

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

it('600 writes at once to one case: another practice notices nothing, the burst is told to wait', async () => {
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

it('fifty labels of one request at once: none fails but for being too many', async () => {
  const approved = await given.case({
    stage: 'approved',
    form: { export_type: 1, print_assignment: 1, insert_brackets_assignment: 1, shipping_method: 'standard' },
  })
  const tech = await given.user('supervisor')
  const { body } = await test.as(tech).call(patients.get, { params: { id: approved.id } })
  const id = body.patient.customer_requests[0]!.id
  const answers = await crowd(50, () => test.as(tech).call(customerRequests.patientLabelPrinted, { params: { id } }))
  expect(Object.keys(statuses(answers)).every((status) => ['200', '409', '429'].includes(status))).toBe(true)
})

describe('over a real line', () => {
  let base: string
  beforeAll(async () => {
    base = await test.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  })
  const line = async (): Promise<Socket> => {
    const { hostname, port } = new URL(base)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  const head = (method: string, path: string, headers: Record<string, string>) =>
    [
      `${method} /api/v1${path} HTTP/1.1`,
      'host: archwire',
      ...Object.entries(headers).map((pair) => pair.join(': ')),
      '',
      '',
    ].join('\r\n')

  it('who hangs up, at whatever moment, leaves nothing counted', async () => {
    const person = await given.practice()
    const token = await test.token(person.owner)
    for (let round = 0; round < 60; round += 1) {
      const [reader, writer] = [await line(), await line()]
      reader.write(head('GET', '/patients', { authorization: `Bearer ${token}` }))
      const body = JSON.stringify({ first_name: 'Ada', last_name: 'Example' })
      const type = { 'content-type': 'application/json', 'content-length': String(body.length) }
      writer.write(head('PUT', '/profile', { authorization: `Bearer ${token}`, ...type }) + body)
      await sleep(round % 4)
      for (const socket of [reader, writer]) socket.destroy()
    }
    await sleep(200)
    // As many at once as one person may have under way, no more: none of them is taken.
    const testCase = await given.case({ practice: person })
    const answers = await Promise.all([
      ...Array.from({ length: 18 }, () => test.as(person.owner).call(patients.list)),
      ...Array.from({ length: 10 }, (_, index) =>
        test.as(person.owner).call(patients.saveNotes, note(testCase.id, `${index}`)),
      ),
    ])
    expect(statuses(answers)).toEqual({ 200: 28 })
  })

  it('a stranger’s cookie takes nobody’s place', async () => {
    const { owner, id } = await given.practice()
    const open: Socket[] = []
    for (const name of [`writes of ${owner.id}`, `reads of ${owner.id}`, `writes in o${id}`])
      for (let index = 0; index < 30; index += 1) {
        const socket = await line()
        open.push(socket)
        socket.write(
          head('POST', '/login', {
            cookie: `archwire_session=${encodeURIComponent(name)}`,
            'content-type': 'application/json',
            'content-length': '10',
          }),
        )
      }
    await sleep(100)
    const testCase = await given.case({ practice: await given.practice() })
    expect(testCase.id).toBeGreaterThan(0)
    expect((await test.as(owner).call(patients.list)).status).toBe(200)
    expect((await test.raw(owner, 'PUT', '/profile', { first_name: 'Ada' })).status).toBe(200)
    for (const socket of open) socket.destroy()
  })

  it('rights that end while a body trickles in count no more', async () => {
    const { owner, id } = await given.practice()
    const token = await test.token(owner)
    const body = JSON.stringify({ data: { first_name: 'Ada' } })
    const socket = await line()
    const type = { 'content-type': 'application/json', 'content-length': String(body.length), connection: 'close' }
    socket.write(
      head('PUT', `/organizations/${id}/rx_form_draft`, { authorization: `Bearer ${token}`, ...type }) +
        body.slice(0, -1),
    )
    await sleep(300)
    expect((await test.raw(owner, 'POST', '/logout')).status).toBe(200)
    await sleep(2_000)
    socket.write(body.slice(-1))
    let said = ''
    for await (const piece of socket) said += String(piece)
    expect(said).toMatch(/^HTTP\/1\.1 401 /)
  })
})

/** Holds a lock in a session of its own for as long as `work` takes. */
async function whileLocked(statement: string, work: () => Promise<void>): Promise<void> {
  const url = new URL(test.ownerUrl)
  const client = new pg.Client({ connectionString: url.toString() })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(statement)
    await work()
  } finally {
    await client.query('rollback')
    await client.end()
  }
}

it('a case that somebody holds: whoever wants it gets a 409 or a true word, everybody else goes on', async () => {
  const people = await Promise.all(Array.from({ length: 24 }, () => given.user('staff_member')))
  await test.connection.db.transaction().execute(async (trx) => {
    for (const { id } of people) await addMember(trx, busy.practice.id, id, 'organization_manager')
  })
  for (const person of people) await test.token(person)
  await whileLocked(`select 1 from patients where id = ${busy.id} for update`, async () => {
    // Since when somebody has waited for a connection, and for how long at most.
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
      expect(JSON.stringify(body)).toMatch(/Someone else is changing this|very busy|Too much at once/)
    }
  })
  expect((await test.as(busy.practice.owner).call(patients.saveNotes, note(busy.id, 'Free again'))).status).toBe(200)
})

it('a table that a migration holds: reads go on, writes say why', async () => {
  await whileLocked('lock table case_rows in share mode', async () => {
    const write = test.as(other.owner).call(patients.saveNotes, note(others.id, 'Meanwhile'))
    const reads = await Promise.all(
      Array.from({ length: 20 }, () => test.as(other.manager).call(patients.get, { params: { id: others.id } })),
    )
    expect(Object.keys(statuses(reads))).toEqual(['200'])
    expect(await write).toMatchObject({
      status: 409,
      body: { error: 'Someone else is changing this right now. Please try again.' },
    })
  })
})
