import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { patients } from '@archwire/contract/patients/routes.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { whileLocked } from '../while-locked.ts'

/**
 * What is counted and locked while calls are under way (`safety/fair`), with the limits of production and one call at a
 * time where it can be; under load: long/fairness.test.ts. A table is locked here, so that the database is one of its own.
 */
let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true, lockSeconds: 1, environment: { RATE_FACTOR: '1' } })
  given = givenIn(test)
})
afterAll(() => test.close())

const note = (id: number, text: string) => ({ params: { id }, body: { field: 'doctor_notes' as const, text } })

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
    // As many at once as one person may have under way, no more: none of them is taken once the server knows of all ends.
    const testCase = await given.case({ practice: person })
    await vi.waitFor(
      async () => {
        const answers = await Promise.all([
          ...Array.from({ length: 18 }, () => test.as(person.owner).call(patients.list)),
          ...Array.from({ length: 10 }, (_, index) =>
            test.as(person.owner).call(patients.saveNotes, note(testCase.id, `${index}`)),
          ),
        ])
        expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 28 }, () => 200))
      },
      { timeout: 20_000, interval: 200 },
    )
  })

  it('an invalid cookie uses up no one’s limit', async () => {
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
      head('PUT', `/organizations/${id}/rx_form_draft?draft=a1`, { authorization: `Bearer ${token}`, ...type }) +
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

describe('a lock that is held for long', () => {
  const refused = { status: 409, body: { error: 'Someone else is changing this right now. Please try again.' } }

  it('of a case: a write of this case says so, a write of another one and a read of this one do not wait', async () => {
    const [held, other] = [await given.case(), await given.case()]
    const write = ({ id, practice }: typeof held) =>
      test.as(practice.owner).call(patients.saveNotes, note(id, 'Meanwhile'))
    await whileLocked(test, `select 1 from patients where id = ${held.id} for update`, async () => {
      expect(await write(held)).toMatchObject(refused)
      expect((await write(other)).status).toBe(200)
      expect((await test.as(held.practice.owner).call(patients.get, { params: { id: held.id } })).status).toBe(200)
    })
    expect((await write(held)).status).toBe(200)
  })

  it('of a table, as by a migration: a read does not wait, a write says so', async () => {
    const { id, practice } = await given.case()
    await whileLocked(test, 'lock table case_rows in share mode', async () => {
      expect((await test.as(practice.manager).call(patients.get, { params: { id } })).status).toBe(200)
      expect(await test.as(practice.owner).call(patients.saveNotes, note(id, 'Meanwhile'))).toMatchObject(refused)
    })
  })
})
