import { myWork, type WorkItem } from '@archwire/contract/my-work/routes.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refreshCaseRows } from '../../src/modules/case-core/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, printing, type Given, type GivenPractice } from '../given.ts'

/** What a technician has to do and can take (`work/mine`). */
let test: TestApp
let given: Given
let practice: GivenPractice
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  practice = await given.practice({ partner: true })
})
afterAll(() => test.close())

async function workOf(who: TestUser) {
  const { status, body, statements } = await test.as(who).call(myWork.get, {})
  expect(status, JSON.stringify(body)).toBe(200)
  expect(statements, 'one statement beside the session').toBeLessThanOrEqual(2)
  return body
}
const casesIn = (items: WorkItem[]) => items.map(({ patient }) => patient.id)
const mine = async (who: TestUser) => casesIn((await workOf(who)).mine)
/** Of the available work, what belongs to these cases; they ship first, before those that other tests leave. */
async function available(who: TestUser, among: number[]) {
  await shipFirst(among)
  return casesIn((await workOf(who)).available).filter((id) => among.includes(id))
}
const db = () => test.connection.db
async function shipFirst(ids: number[]) {
  await sql`update rx_forms set ship_date = '1990-01-01' where patient_id = any(${ids}::int[])`.execute(db())
  await sql`update printing_requests set ship_date = '1990-01-01' where patient_id = any(${ids}::int[])`.execute(db())
  await db()
    .transaction()
    .execute((trx) => refreshCaseRows(trx, ids))
}
const setInCase = (id: number, change: string) =>
  sql`update patients set ${sql.raw(change)} where id = ${id}`.execute(test.connection.db)

describe('my work', () => {
  it('lists my work; starting a step takes unassigned work', async () => {
    const [tech, colleague] = [await given.user('tech_support'), await given.user('supervisor')]
    const begun = await given.case({ practice, tech, stage: 'in_progress' })
    const free = await given.case({ practice })
    expect(await mine(tech)).toEqual([begun.id])
    expect(await mine(colleague)).toEqual([])
    expect(await available(tech, [begun.id, free.id])).toEqual([free.id])
    const item = (await workOf(tech)).available.find(({ patient }) => patient.id === free.id)!
    expect(item).toMatchObject({ kind: 'initial_case_setup', request_id: null, changes_asked: false })
    const [first] = item.processes
    const started = await test.as(tech).call(techWorkflows.saveProcesses, {
      params: { id: item.workflow_id },
      body: {
        version: item.version,
        processes: [{ id: first!.id, started_at: new Date(Date.now() - 60_000).toISOString(), finished_at: null }],
      },
    })
    expect(started.status, JSON.stringify(started.body)).toBe(200)
    expect(new Set(await mine(tech))).toEqual(new Set([begun.id, free.id]))
    expect(await available(colleague, [free.id])).toEqual([])
  })

  it('is in the order of ship dates, without one last', async () => {
    const tech = await given.user('supervisor')
    const cases = []
    for (const day of ['2031-03-05', '2031-03-03', null]) {
      const { id } = await given.case({ practice, tech, stage: 'in_progress' })
      await sql`update rx_forms set ship_date = ${day}::date where patient_id = ${id}`.execute(db())
      await db()
        .transaction()
        .execute((trx) => refreshCaseRows(trx, [id]))
      cases.push(id)
    }
    expect(await mine(tech)).toEqual([cases[1], cases[0], cases[2]])
  })

  it('after approval is the print, with its request', async () => {
    const tech = await given.user('supervisor')
    const printed = await given.case({ practice, tech, stage: 'approved', form: printing })
    expect(await mine(tech), 'the setup is done').toEqual([])
    await shipFirst([printed.id])
    const item = (await workOf(tech)).available.find(({ patient }) => patient.id === printed.id)!
    const { rows } = await sql<{ id: number; customer_request_id: number }>`
      select w.id, pr.customer_request_id from printing_requests pr join tech_workflows w on w.printing_request_id = pr.id
      where pr.patient_id = ${printed.id}`.execute(test.connection.db)
    expect(item).toMatchObject({
      kind: 'printing_request',
      workflow_id: rows[0]!.id,
      request_id: rows[0]!.customer_request_id,
      status: { key: 'new' },
    })
    expect(item.processes.map(({ process }) => process)).toContain('Build Print Job')
  })

  it.each<[string, string]>([
    ['on hold', 'is_on_hold = true'],
    ['archived', 'deleted_at = now()'],
  ])('leaves out what is %s', async (_, change) => {
    const tech = await given.user('supervisor')
    const { id } = await given.case({ practice, tech, stage: 'in_progress' })
    expect(await mine(tech)).toEqual([id])
    await setInCase(id, change)
    await test.connection.db.transaction().execute((trx) => refreshCaseRows(trx, [id]))
    expect(await mine(tech)).toEqual([])
  })

  it('leaves out what waits for the doctor, and what two open requests block', async () => {
    const tech = await given.user('supervisor')
    await given.case({ practice, tech, stage: 'awaiting_approval' })
    const { id } = await given.case({ practice, tech, stage: 'approved', form: printing })
    expect(await available(tech, [id])).toEqual([id])
    await test.raw(tech, 'POST', '/printing_requests', { patient_id: id, arches: 3, content_type_id: 5 })
    expect(await available(tech, [id])).toEqual([])
    expect(await mine(tech)).toEqual([])
  })

  it('of the lab is not the partner’s, and the other way round', async () => {
    const staff = await given.user('supervisor')
    const partner = practice.partner!.user
    const own = await given.case({ practice })
    const theirs = await given.case({ practice, form: { submission_completed_by: 3 } })
    expect(await available(staff, [own.id, theirs.id])).toEqual([own.id])
    expect(await available(partner, [own.id, theirs.id])).toEqual([theirs.id])
    const other = await given.practice({ partner: true })
    expect(await available(other.partner!.user, [own.id, theirs.id])).toEqual([])
  })

  it('is for people who record work alone', async () => {
    for (const who of [practice.owner, practice.member])
      expect((await test.raw(who, 'GET', '/my_work')).status).toBe(403)
    expect((await test.raw(null, 'GET', '/my_work')).status).toBe(401)
  })
})
