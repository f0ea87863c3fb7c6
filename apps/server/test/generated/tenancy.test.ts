import type { Route, Schema } from '@archwire/contract/core/route.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openTestApp, pathOf, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type GivenPractice } from '../given.ts'
import { reachOf, type Kind } from './kinds.ts'
import { callOf, namesOf, withId, type Name } from './names.ts'
import { allRecordsOf, type AllRecords } from './records.ts'
import { admitted, bodyOf, firstPageOf, routes, type Role } from './routes.ts'

/**
 * Generated: every place of every route that names a record (`names.ts`) is given the record of another organization, by
 * everyone who is not the lab, and must answer as if there were none. So must the records of one's own practice that are
 * out of reach: a partner beside a practice whose case it does not work on, a member with own cases beside the owner.
 */
let test: TestApp
let ownPractice: GivenPractice
let ours: AllRecords
let theirs: AllRecords
/** Of a member: the case that is his own; of the partner: one that it prints. */
let members: AllRecords
let partners: AllRecords

const missing = 999_999_999
const missingScene = 'f'.repeat(32)

beforeAll(async () => {
  test = await openTestApp()
  const given = givenIn(test)
  ownPractice = await given.practice({ partner: true })
  ours = await allRecordsOf(test, ownPractice)
  members = await allRecordsOf(test, ownPractice, { doctor: ownPractice.member })
  partners = await allRecordsOf(test, ownPractice, { form: { print_assignment: 3 } })
  theirs = await allRecordsOf(test)
  for (const { testCase } of [ours, theirs]) await given.ownPrices(testCase.practice, { 'arch.print': 777 })
})
afterAll(() => test.close())

const strangers: [who: string, role: Role, user: () => TestUser][] = [
  ['an owner', 'owner', () => ownPractice.owner],
  ['a manager', 'manager', () => ownPractice.manager],
  ['a member', 'member', () => ownPractice.member],
  ['an assistant', 'assistant', () => ownPractice.assistant],
  ['a lab partner', 'lab_partner', () => ownPractice.partner!.user],
]
/** What is everyone's own: in a call it is wherever the record of another does not. */
const own = (role: Role): AllRecords => (role === 'lab_partner' ? partners : role === 'member' ? members : ours)
/** People of the practice who do not reach the owner's cases. */
const besides = strangers.filter(([, role]) => role === 'member' || role === 'lab_partner')

const named = routes.filter(([, route]) => route.needs !== 'public' && !route.stream && namesOf(route).length > 0)

const ask = async (user: TestUser, role: Role, route: Route, { ids }: AllRecords, name: Name, id: number | string) => {
  const { path, body } = callOf(route, ids, { name, id })
  const answer = await test.raw(user, route.method, path, bodyOf(route, role, body))
  // What a call makes anew has another number and moment each time.
  return { status: answer.status, said: JSON.stringify(answer.body).replaceAll(/\d+/g, '0') }
}
const nobodys = ({ kind }: Name) => (kind === 'scenes' ? missingScene : missing)
const place = ({ place: where, keys }: Name) => [where, keys.join('.')].filter(Boolean).join(' ')

it('every example holds a place for each record that its route names', () => {
  const lost = named.flatMap(([name, route]) =>
    namesOf(route)
      .filter(({ place: where, keys }) => where === 'body' && withId(route.example?.body ?? {}, keys, 1) === undefined)
      .map((record) => `${name}: ${place(record)}`),
  )
  expect(lost).toEqual([])
  expect(named.length).toBeGreaterThan(40)
})

describe.each(named)('%s', (_name, route) => {
  describe.each(namesOf(route).map((name): [string, Name] => [place(name), name]))('%s', (_place, name) => {
    it.each(strangers)('of another organization is to %s as if there were none', async (_who, role, user) => {
      const foreign = await ask(user(), role, route, own(role), name, theirs.ids[name.kind])
      expect(foreign).toEqual(await ask(user(), role, route, own(role), name, nobodys(name)))
      if (name.place === 'path') expect(foreign.status).toBe(admitted(route, role) ? 404 : 403)
    })

    if (reachOf[name.kind] === 'case')
      it.each(besides)(
        'of the own practice, out of reach of %s, is as if there were none',
        async (_who, role, user) => {
          const foreign = await ask(user(), role, route, own(role), name, ours.ids[name.kind])
          expect(foreign).toEqual(await ask(user(), role, route, own(role), name, nobodys(name)))
          if (name.place === 'path') expect(foreign.status).toBe(admitted(route, role) ? 404 : 403)
        },
      )

    // What tells the answers above from a route that refuses, or leaves out, whatever it is asked. Of the lab's own no one
    // here is shown any.
    if (name.place === 'path' && route.method === 'GET' && reachOf[name.kind] !== 'lab')
      it('of one’s own is shown', async () => {
        const reached = strangers.filter(([, role]) => admitted(route, role))
        const answers = await Promise.all(
          reached.map(([, role, user]) => ask(user(), role, route, own(role), name, own(role).ids[name.kind])),
        )
        if (reached.length > 0)
          expect(Math.min(...answers.map(({ status }) => status))).toBe(route.redirects ? 302 : 200)
      })
  })
})

const isList = (schema: Schema): boolean => {
  const { properties = {} } = z.toJSONSchema(schema as z.ZodType, { io: 'output', unrepresentable: 'any' }) as {
    properties?: Record<string, { type?: string }>
  }
  return 'meta' in properties || Object.values(properties).some(({ type }) => type === 'array')
}
const lists = routes.filter(
  ([, route]) =>
    route.method === 'GET' &&
    route.needs !== 'public' &&
    !route.stream &&
    !/\{/.test(route.path) &&
    isList(route.returns),
)
/** Lists of catalogs and of addresses to send bytes to, which show no record of a practice. */
const withoutRecords = [
  'GET /custom_permissions',
  'GET /shipping_methods',
  'GET /organization/types',
  'GET /misc/calendar-days',
  'GET /rx_forms/upload_link',
  'GET /patient_files/upload_link',
  'GET /license_types',
]

const kindOfList = ({ path }: Route) => path.slice(1) as Kind
const isOfPractices = ([name, route]: (typeof lists)[number]): boolean =>
  !withoutRecords.includes(name) && reachOf[kindOfList(route)] !== 'lab'

/** Lists of what a person has taken on, and of what waits: my-work.test.ts and today.test.ts say whose they are. */
const ofThePerson = ['GET /my_work', 'GET /today']

describe.each(lists.filter(isOfPractices))('the list %s', (name, route) => {
  const kind = kindOfList(route)
  const first = firstPageOf(route)
  const pageOf = async (user: TestUser, page: number) => {
    const query = { ...route.example?.query, ...(first === undefined ? {} : { perPage: 200, page }) }
    return (await test.raw(user, 'GET', pathOf(route, {}, query))).body
  }
  /** Whether the list shows something of these records: a row by its id, else a text that stands in them alone. */
  const shows = async (user: TestUser, { ids, marks }: AllRecords, some = marks) => {
    for (let page = first ?? 1, last = page; page <= last; page += 1) {
      const body = await pageOf(user, page)
      last = (body.meta as { last_page?: number } | undefined)?.last_page ?? page
      const rows = Object.values(body).flatMap((value) => (Array.isArray(value) ? (value as { id?: unknown }[]) : []))
      // A list that is no kind of record is told by its texts.
      if (ids[kind] !== undefined && rows.some((row) => row.id === ids[kind])) return true
      if (some.some((mark) => JSON.stringify(body).includes(mark))) return true
    }
    return false
  }
  if (!ofThePerson.includes(name))
    it('shows records to those whose they are', async () => {
      const people = [theirs.testCase.practice.owner, await givenIn(test).user('super_admin')]
      expect(await Promise.all(people.map((user) => shows(user, theirs)))).toContain(true)
    })
  it.each(strangers)('shows nothing of another organization to %s', async (_who, _role, user) => {
    expect(await shows(user(), theirs)).toBe(false)
  })
  if (reachOf[kind] === 'case')
    it.each(besides)('shows no case of the own practice that %s does not reach', async (_who, _role, user) => {
      expect(await shows(user(), ours, ours.marks.slice(0, 1))).toBe(false)
    })
})

it('a member’s list shows his own case beside those of others that everyone else sees', async () => {
  const shownTo = async (user: TestUser) => {
    const { body } = await test.raw(user, 'GET', '/patients')
    return (body.patients as { id: number }[]).map((row) => row.id)
  }
  expect(await shownTo(ownPractice.member)).toContain(members.testCase.id)
  expect(await shownTo(ownPractice.member)).not.toContain(ours.testCase.id)
  expect(await shownTo(ownPractice.assistant)).toEqual(expect.arrayContaining([members.testCase.id, ours.testCase.id]))
})
