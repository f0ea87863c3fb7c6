import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCases } from '../../src/demo/cases.ts'
import { planCorrections } from '../../src/demo/corrections.ts'
import { demoFiles } from '../../src/demo/files.ts'
import { makeOrganizations } from '../../src/demo/organizations.ts'
import { makePeople } from '../../src/demo/people.ts'
import { seeded } from '../../src/demo/plan.ts'
import { openTestApp, type TestApp } from '../app.ts'

/** The demo's tray corrections, in a database of its own, because demo people have fixed addresses. */
let test: TestApp
beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true })
  const { db } = test.connection
  const people = await makePeople(db, test.config.labZone, 'https://portal.test')
  await makeOrganizations(db, people, test.config.labZone)
  const files = demoFiles(test.storage, true)
  const present = new Date()
  const plan = planCorrections(present, test.config.labZone)
  const progress = {
    present,
    total: plan.length,
    made: 0,
    people,
    libraries: new Map<string, number[]>(),
    random: seeded(1),
    waiting: { prints: 0, changes: 0 },
    advance: async () => {},
    finish: async () => {},
  }
  await makeCases(
    { db, config: test.config, people, libraries: progress.libraries, files, checkFiles: undefined },
    progress,
    {
      plan,
    },
  )
})
afterAll(() => test.close())

it('stand in every state: reported with cause and remark, in work, corrected, completed, and of a partner', async () => {
  const { rows } = await sql<{ practice: string; request: number; work: number; trays: number[]; told: boolean }>`
    select o.name as practice, cr.status_id as request, cr.flawed_trays_status_id as work,
      array_agg(t.status_id order by t.id) as trays, bool_and(t.cause is not null and t.remark <> '') as told
    from flawed_trays t join customer_requests cr on cr.id = t.customer_request_id
    join organizations o on o.id = t.organization_id
    group by o.name, cr.id order by o.name, cr.status_id, cr.flawed_trays_status_id`.execute(test.connection.db)
  expect(rows.map(({ request, work, trays }) => ({ request, work, trays }))).toEqual([
    { request: 1, work: 1, trays: [1] },
    { request: 1, work: 1, trays: [1, 1] },
    { request: 1, work: 2, trays: [1] },
    { request: 1, work: 3, trays: [2] },
    { request: 2, work: 3, trays: [2] },
    { request: 1, work: 1, trays: [1] },
    { request: 2, work: 3, trays: [2] },
  ])
  expect(rows.every(({ told }) => told)).toBe(true)
  expect(new Set(rows.map(({ practice }) => practice)).size).toBe(3)
})
