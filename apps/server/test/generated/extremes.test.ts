import type { Route, Schema } from '@archwire/contract/core/route.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiBase } from '../../src/http/serve.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn } from '../given.ts'
import { allRecordsOf, type AllRecords } from './records.ts'
import { admitted, exampleOf, roles, routes, type Role } from './routes.ts'

/**
 * Generated (`safety/bounds`): every field of every route is sent the extremes of every kind, through the API, with
 * records that exist: always a 4xx or a right answer, within a second of processor time, and nothing of it in the log.
 * `npm test` sends a tenth.
 */
let test: TestApp
let records: AllRecords
let log = ''
const people = new Map<Role, TestUser>()
beforeAll(async () => {
  // What is a right answer may add to the lab's own records, which other tests count: a database of its own.
  test = await openTestApp({
    ownDatabase: true,
    // As production logs: a line for every request.
    environment: { NODE_ENV: 'development', LOG_LEVEL: 'info' },
    logTo: { write: (line) => void (log += line) },
  })
  const given = givenIn(test)
  const practice = await given.practice({ partner: true })
  records = await allRecordsOf(test, practice)
  for (const role of ['super_admin', 'admin', 'supervisor', 'tech_support'] as const)
    people.set(role, await given.user(role))
  people.set('lab_partner', practice.partner!.user).set('owner', practice.owner).set('manager', practice.manager)
  people.set('member', practice.member).set('assistant', practice.assistant)
})
afterAll(() => test.close())

/** Stands in every text that is sent, so that the log can be searched for it. */
const mark = 'Qwxzv'

const extremes: [name: string, value: unknown][] = [
  ['year 0', '0000-01-01'],
  ['year 9999', '9999-12-31'],
  ['an instant of year 0', '0000-01-01T00:00:00Z'],
  ['an instant of year 9999', '9999-12-31T23:59:59Z'],
  ['days from year 0', '0000-01-01,'],
  ['NUL', `${mark}\0${mark}`],
  ['half a surrogate pair', `${mark}\ud800`],
  ['line breaks', `${mark}\r\n${mark}: 1\r\n\r\n`],
  ['10,000 characters', mark.repeat(2_000)],
  ['1e308', 1e308],
  ['minus zero', -0],
  ['2^53', 2 ** 53],
  ['minus one', -1],
  ['a fraction', 0.5],
  ['null', null],
  ['true', true],
  ['an empty text', ''],
  ['an empty list', []],
  ['a thousand equal values', Array.from({ length: 1_000 }, () => 1)],
  ['an object', { [mark]: { toString: 1, constructor: 1 } }],
]

/** Names that objects inherit; a key like them is a key like any other. */
const inherited = ['toString', 'constructor', 'hasOwnProperty', 'valueOf']

const fieldsOf = (schema: Schema | undefined): string[] => {
  const def = schema?._zod.def as unknown as { shape?: Record<string, Schema> } | undefined
  return Object.keys(def?.shape ?? {})
}

/** Extremes inside the values of a field that is an object or a list of objects. */
function within(example: unknown, value: unknown): unknown[] {
  const sample = Array.isArray(example) ? example[0] : example
  if (typeof sample !== 'object' || sample === null) return Array.isArray(example) ? [[value]] : []
  return Object.keys(sample).map((key) => {
    const changed = { ...sample, [key]: value }
    return Array.isArray(example) ? [changed] : changed
  })
}

interface Sent {
  route: Route
  name: string
  query?: Record<string, unknown>
  body?: unknown
  raw?: string
}

function* attempts(route: Route): Generator<Sent> {
  const example = { query: {}, body: {}, ...route.example } as Record<'query' | 'body', Record<string, unknown>>
  for (const field of fieldsOf(route.query)) {
    for (const [name, value] of extremes)
      yield { route, name: `query ${field}: ${name}`, query: { ...example.query, [field]: value } }
    yield { route, name: `query ${field} twice`, query: example.query, raw: `&${field}=1&${field}=2` }
    yield { route, name: `query ${field}: no UTF-8`, query: example.query, raw: `&${field}=%ED%A0%80${mark}` }
  }
  for (const field of fieldsOf(route.body))
    for (const [name, value] of extremes)
      for (const body of [value, ...within(example.body[field], value)])
        yield { route, name: `body ${field}: ${name}`, body: { ...example.body, [field]: body } }
  for (const key of inherited) {
    yield { route, name: `query key ${key}`, query: { ...example.query, [key]: 1 } }
    if (route.body) yield { route, name: `body key ${key}`, body: { ...example.body, [key]: 1 } }
  }
  if (route.body) {
    yield { route, name: 'the body a list', body: [example.body] }
    yield { route, name: 'the body a text', body: mark }
    yield { route, name: '__proto__', body: `{"__proto__":{"${mark}":1}}` }
  }
}

const called = routes.filter(
  ([name]) => name !== 'GET /realtime' && name !== 'POST /logout' && !name.includes('/shared_scenes'),
)
const all = called.flatMap(([name, route]) =>
  [...attempts(route)].map((sent) => [`${name} ${sent.name}`, sent] as const),
)
/** Every tenth: of each field others, so that no value is left out of all of them. */
const tenth = all.filter((_, index) => (index + Math.floor(index / extremes.length)) % 10 === 3)
const chosen = process.env.LONG === '1' ? all : tenth

/** Ids of examples are no one's; where they are not what is tried, they become those of the records. */
function withRecords(sent: unknown, example: object = {}): unknown {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent
  const ids: Record<string, number> = { organization_id: records.testCase.practice.id, patient_id: records.testCase.id }
  return Object.fromEntries(
    Object.entries(sent).map(([key, value]) => [
      key,
      key in ids && value === (example as Record<string, unknown>)[key] ? ids[key] : value,
    ]),
  )
}

async function send({ route, query, body, raw = '' }: Sent) {
  const who = roles.find((role) => people.has(role) && admitted(route, role))!
  const { path } = exampleOf(route, { path: records.target(route)?.path ?? 0 })
  const asked = withRecords(query ?? route.example?.query ?? {}, route.example?.query) as Record<string, unknown>
  const search = new URLSearchParams(
    Object.entries(asked).map(([key, value]): [string, string] => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  const began = process.cpuUsage()
  const answer = await test.raw(
    people.get(who)!,
    route.method,
    `${path.split('?')[0]}?${search}${raw}`,
    route.body ? withRecords(body ?? route.example?.body ?? {}, route.example?.body) : undefined,
  )
  const used = process.cpuUsage(began)
  return { ...answer, seconds: (used.user + used.system) / 1e6 }
}

describe(`${chosen.length} of ${all.length} extremes`, () => {
  it.each(chosen)('%s', async (_name, sent) => {
    const { status, body, seconds } = await send(sent)
    expect(status, JSON.stringify(body).slice(0, 300)).toBeLessThan(500)
    if (status >= 400) expect(Object.keys(body).sort()).toEqual(['code', 'error'])
    expect(seconds).toBeLessThan(1)
  })

  it('leave nothing of what was sent in the log', () => {
    expect(log.length).toBeGreaterThan(0)
    expect(log).not.toContain(mark)
  })
})

describe('what is not even a request of ours', () => {
  it('an address that cannot be decoded is a 404 in the one shape of errors', async () => {
    for (const path of ['/patients/%zz', '/patients/%', '/organizations/%ff/patients', '/scenes/%c0%80']) {
      const answer = await test.raw(people.get('owner')!, 'GET', path)
      expect(answer).toMatchObject({ status: 404, body: { error: 'This address does not exist.', code: 404 } })
    }
    expect((await test.app.fastify.inject({ method: 'GET', url: '/%zz' })).statusCode).toBe(404)
  })

  it('a path that names what cannot exist is a 404, and asks no one', async () => {
    const impossible = ['0', '-1', '00', '1e3', '2147483648', '9999999999', '1.5', 'null', '%00', `${mark}%0A`]
    for (const [at, [, route]] of called.filter(([, call]) => call.path.includes('{id}')).entries())
      // Of each route other ids.
      for (const id of impossible.filter((_, which) => process.env.LONG === '1' || (which + at) % 3 === 0)) {
        const who = roles.find((role) => people.has(role) && admitted(route, role))!
        const { path, body } = exampleOf(route, { path: 'ID' })
        const answer = await test.raw(people.get(who)!, route.method, path.replace('ID', id), body)
        expect(answer.status, `${route.method} ${path} with ${id}`).toBe(404)
      }
  })

  it('answers 422 to a forged cursor with any content', async () => {
    const given = givenIn(test)
    const practice = await given.practice()
    for (let index = 0; index < 2; index += 1) await given.case({ practice })
    const list = (query: string) => test.raw(practice.owner, 'GET', `/patients?perPage=1&${query}`)
    let tries = 0
    for (const order of [
      'order=desc&orderBy=created_at',
      'order=asc&orderBy=last_name',
      'order=asc&orderBy=updated_at',
    ]) {
      const { next } = (await list(order)).body.meta as { next: string | null }
      const parts = JSON.parse(Buffer.from(next!, 'base64url').toString()) as unknown[]
      for (const [, value] of extremes)
        for (let place = 0; place < parts.length; place += 1) {
          const after = Buffer.from(JSON.stringify(parts.with(place, value))).toString('base64url')
          const { status } = await list(`${order}&after=${after}`)
          expect(status, `${order} ${place} ${String(value).slice(0, 40)}`).toBeLessThan(500)
          tries += 1
        }
    }
    expect(tries).toBeGreaterThan(100)
  })

  it('very many keys cost little and are answered shortly', async () => {
    const keys = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1])))
    const attempt = async (who: TestUser | null, method: string, path: string, body: string) => {
      const began = process.cpuUsage()
      const response = await test.app.fastify.inject({
        method: method as 'PUT',
        url: apiBase + path,
        headers: {
          'content-type': 'application/json',
          ...(who ? { authorization: `Bearer ${await test.token(who)}` } : {}),
        },
        payload: body,
      })
      const used = process.cpuUsage(began)
      expect(response.statusCode).toBe(422)
      expect(response.body.length).toBeLessThan(20_000)
      return (used.user + used.system) / 1e6
    }
    // A million keys took 47 seconds of the only thread, eight thousand a quarter of one.
    const tech = people.get('tech_support')!
    const large = [
      keys(1_000_000),
      `{"body":[${'0,'.repeat(15_000_000)}0]}`,
      `{"body":[${'{},'.repeat(15_000_000)}{}]}`,
      '['.repeat(30_000_000),
    ]
    for (const body of large)
      expect(await attempt(tech, 'PUT', '/settings/announcements/1', body), body.slice(0, 20)).toBeLessThan(1)
    // What is large because it is long is taken.
    const long = { body: 'An "announcement", [long] {and} true.\n'.repeat(400_000) }
    expect((await test.raw(tech, 'PUT', '/settings/announcements/1', long)).status).toBe(200)
    // The cheapest of several: what else the machine and this process do makes one of them dearer, never cheaper.
    const costs: number[] = []
    for (let tries = 0; tries < 5; tries += 1) costs.push(await attempt(null, 'POST', '/login', keys(5_000)))
    expect(Math.min(...costs)).toBeLessThan(0.1)
  })
})
