import { patients } from '@archwire/contract/patients/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { prepared } from '../../src/db/prepared.ts'
import { caseCondition, type Scope } from '../../src/db/scope.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn, type Given } from '../given.ts'

let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
})
afterAll(() => test.close())

const keptNames = async () =>
  (await test.connection.pool.query<{ name: string }>('select name from pg_prepared_statements')).rows.map(
    ({ name }) => name,
  )

it('hot statements are kept by the connection under their names', async () => {
  const testCase = await given.case()
  const supervisor = test.as(await given.user('supervisor'))
  await supervisor.call(patients.get, { params: { id: testCase.id } })
  await supervisor.call(patients.list, {})
  expect(await keptNames()).toEqual(expect.arrayContaining(['auth.session', 'cases.one lab', 'cases.list 1']))
  const found = await supervisor.call(patients.list, { query: { 'filter[search]': 'ada' } })
  expect(found.status).toBe(200)
  expect((await keptNames()).filter((name) => name.startsWith('cases.list'))).toEqual(['cases.list 1'])
})

it('each kind of scope has a statement of its own, and values of one call never stay for the next', async () => {
  const [first, second] = [await given.case(), await given.case()]
  const reach = prepared<{ scope: Scope; ids: number[] }, { id: number }>(
    'test.reach',
    ({ scope, ids }) =>
      sql`select p.id from patients p where p.id = any(${ids}::int[]) and ${caseCondition(scope, 'p')} order by p.id`,
  )
  const ids = [first.id, second.id]
  const seenBy = async (scope: Scope) => (await reach(test.connection.db, { scope, ids })).map(({ id }) => id)
  const [user, stranger] = [first.practice.owner.id, second.practice.owner.id]
  for (let round = 0; round < 8; round += 1) {
    expect(await seenBy({ kind: 'lab' })).toEqual(ids)
    expect(await seenBy({ kind: 'practice', user, all: [first.practice.id], own: [] })).toEqual([first.id])
    expect(await seenBy({ kind: 'practice', user, all: [second.practice.id], own: [] })).toEqual([second.id])
    expect(await seenBy({ kind: 'practice', user, all: [], own: [first.practice.id] })).toEqual([first.id])
    expect(await seenBy({ kind: 'practice', user: stranger, all: [], own: [first.practice.id] })).toEqual([])
    expect(await seenBy({ kind: 'practice', user, all: [], own: [] })).toEqual([])
    expect(await seenBy({ kind: 'partner', organizations: [first.practice.id] })).toEqual([])
  }
})
