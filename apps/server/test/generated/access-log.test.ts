import type { Route } from '@archwire/contract/core/route.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn } from '../given.ts'
import { reachOf } from './kinds.ts'
import { kindOfPath } from './names.ts'
import { allRecordsOf, type AllRecords } from './records.ts'
import { admitted, exampleOf, firstPageOf, routes } from './routes.ts'
import { ownStores } from '../database.ts'

/** Generated: whatever reads a case leaves a line that says who read which (`safety/audit`), lists and single reads alike. */
let test: TestApp
let cases: AllRecords[]
let owner: TestUser
let staff: TestUser
/** The application may not read its log; its owner may. */
let auditor: pg.Client

beforeAll(async () => {
  test = await openTestApp()
  const given = givenIn(test)
  const practice = await given.practice()
  owner = practice.owner
  staff = await given.user('super_admin')
  cases = []
  for (let number = 0; number < 3; number += 1) cases.push(await allRecordsOf(test, practice))
  auditor = new pg.Client({ connectionString: ownStores().databaseUrl })
  await auditor.connect()
})
afterAll(async () => {
  await auditor.end()
  await test.close()
})

/** Numbers and yes or no, by which no one reads a case. */
const figures = [
  'GET /organizations/{id}/patient_counts_per_status',
  'GET /patients/counts_per_status',
  'GET /patients/waiting',
  'GET /patients/check_similar_patient',
]

/** What shows cases, by what it says or by whose record its path names: of files, the bytes too. */
function readsCases(route: Route): boolean {
  const kind = kindOfPath(route)
  return (kind && reachOf[kind] === 'case') || (route.shows ?? []).some((shown) => shown.split('@')[0] === 'case')
}
const reads = routes.filter(([name, route]) => route.method === 'GET' && readsCases(route) && !figures.includes(name))

/** The cases that an answer names: under `patient_id`, or as the `id` of what is called a patient or a hit of that kind. */
function* casesOf(value: unknown, called = ''): Generator<number> {
  if (Array.isArray(value)) for (const entry of value) yield* casesOf(entry, called)
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      const isHit = 'kind' in value && value.kind === 'case' && called === 'hits'
      const isCase =
        key === 'patient_id' || (key === 'id' && (isHit || ['patient', 'patients', 'workflow_data'].includes(called)))
      if (isCase && typeof inner === 'number') yield inner
      else yield* casesOf(inner, key)
    }
}

/** Pages of what several cases have, not of what is on one. */
function listsCases(route: Route): boolean {
  const kind = kindOfPath(route)
  return firstPageOf(route) !== undefined && !(kind && reachOf[kind] === 'case')
}

/** Calls a route on the first case's records; returns what it answered, and what the log says of it. */
async function read(route: Route, who: TestUser) {
  const page = firstPageOf(route)
  const { path } = exampleOf(route, {
    path: 0,
    ...cases[0]!.target(route),
    query: page === undefined ? {} : { perPage: 200, page },
  })
  const before = (await auditor.query<{ id: string }>('select coalesce(max(id), 0) as id from access_log')).rows[0]!.id
  const answer = await test.raw(who, 'GET', path)
  await test.app.flush()
  const { rows } = await auditor.query<{ ids: number[]; route: string }>(
    'select ids, route from access_log where user_id = $1 and id > $2',
    [who.id, before],
  )
  return { answer, rows }
}

const upwards = (ids: Iterable<number>) => [...ids].toSorted((a, b) => a - b)

describe.each(reads)('%s', (_name, route) => {
  it('logs the cases that it answered, and no other', async () => {
    // What only the lab may read, staff reads.
    const { answer, rows } = await read(route, admitted(route, 'owner') ? owner : staff)
    expect(answer.status).toBe(route.redirects ? 302 : 200)
    const answered = new Set(casesOf(answer.body))
    const ids = cases.map(({ testCase }) => testCase.id)
    if (listsCases(route)) expect(upwards(answered)).toEqual(expect.arrayContaining(ids))
    // What belongs to a case may leave it to the call to name the case; of what waits there may be none.
    if (answered.size === 0 && route.path !== '/today') answered.add(ids[0]!)
    expect(rows.map((row) => ({ ...row, ids: upwards(row.ids) }))).toEqual([
      { ids: upwards(answered), route: `GET ${route.path}` },
    ])
  })
})

it('asks of many reads', () => {
  expect(reads.filter(([, route]) => listsCases(route)).length).toBeGreaterThan(5)
  expect(reads.length).toBeGreaterThan(15)
  // What is above as figures is there.
  expect(figures.filter((figure) => !routes.some(([name]) => name === figure))).toEqual([])
})
