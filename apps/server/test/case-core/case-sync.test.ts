import { gzipSync } from 'node:zlib'
import { mostSynced, sync } from '@archwire/contract/sync/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refreshCaseRows } from '../../src/modules/case-core/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'

/** What changed lately, for lists that are open (`work/sync`). */
let test: TestApp
let given: Given
let practice: GivenPractice
let tech: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  practice = await given.practice({ partner: true })
  tech = await given.user('supervisor')
})
afterAll(() => test.close())

async function changed(who: TestUser, since?: string) {
  const { status, body, statements } = await test.as(who).call(sync.workflowData, { query: since ? { since } : {} })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(statements, 'one statement beside the session').toBeLessThanOrEqual(2)
  return body
}
const idsOf = async (...about: Parameters<typeof changed>) =>
  (await changed(...about)).workflow_data.map(({ id }) => id)

/** Moves the last change of cases, as if it had been then. */
async function changedAt(ids: number[], at: string) {
  const { db } = test.connection
  await sql`update patients set updated_at = ${at}::timestamptz where id = any(${ids}::int[])`.execute(db)
  await db.transaction().execute((trx) => refreshCaseRows(trx, ids))
}

it('reports cases changed at or after a moment, the newest first, within reach', async () => {
  const [one, two, three] = [
    await given.case({ practice, tech, stage: 'in_progress' }),
    await given.case({ practice, tech }),
    await given.case({ practice, form: { submission_completed_by: 3 } }),
  ] as const
  await changedAt([one.id], '2031-05-01T10:00:00.000Z')
  await changedAt([two.id], '2031-05-01T10:00:01.000Z')
  await changedAt([three.id], '2031-05-01T10:00:02.000Z')
  expect(await idsOf(tech, '2031-05-01T10:00:00.000Z')).toEqual([three.id, two.id, one.id])
  expect(await idsOf(tech, '2031-05-01T10:00:00.001Z')).toEqual([three.id, two.id])
  expect(await idsOf(practice.owner, '2031-05-01T10:00:00.000Z')).toEqual([three.id, two.id, one.id])
  expect(await idsOf(practice.partner!.user, '2031-05-01T10:00:00.000Z')).toEqual([three.id])
  expect(await idsOf((await given.practice()).owner, '2031-05-01T10:00:00.000Z')).toEqual([])
  const row = (await changed(tech, '2031-05-01T10:00:00.000Z')).workflow_data.find(({ id }) => id === one.id)!
  expect(row.workflow_data.initial_case_setup?.assigned_to).toMatchObject({ id: tech.id })
  const theirs = (await changed(practice.owner, '2031-05-01T10:00:00.000Z')).workflow_data.find(
    ({ id }) => id === one.id,
  )!
  expect(theirs.workflow_data.initial_case_setup?.assigned_to, 'who works on it, practices do not read').toBeNull()
  await changedAt([one.id, two.id, three.id], '2020-01-01T00:00:00.000Z')
})

it('leaves archived cases out for people who cannot list them, and says so (cases/archived)', async () => {
  const support = await given.user('tech_support')
  const form = { submission_completed_by: 3 as const }
  const [active, archived] = [
    await given.case({ practice, form }),
    await given.case({ practice, form, archived: true }),
  ]
  await changedAt([active.id, archived.id], '2031-06-01T10:00:00.000Z')
  const lists = async (who: TestUser, since: string) => {
    const { workflow_data, complete } = await changed(who, since)
    return { ids: workflow_data.map(({ id }) => id).sort((a, b) => a - b), complete }
  }
  const both = [active.id, archived.id].sort((a, b) => a - b)
  expect(await lists(tech, '2031-06-01T10:00:00.000Z')).toEqual({ ids: both, complete: true })
  for (const who of [practice.owner, practice.partner!.user, support])
    expect(await lists(who, '2031-06-01T10:00:00.000Z')).toEqual({ ids: [active.id], complete: false })
  await changedAt([archived.id], '2020-01-01T00:00:00.000Z')
  expect(await lists(support, '2031-06-01T10:00:00.000Z')).toEqual({ ids: [active.id], complete: true })
  await changedAt([active.id], '2020-01-01T00:00:00.000Z')
})

it('without a moment reports the last ten minutes; asks next time from a minute before', async () => {
  const { now } = (await sql<{ now: Date }>`select now() as now`.execute(test.connection.db)).rows[0]!
  const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
  const [late, early] = [await given.case({ practice }), await given.case({ practice })]
  await changedAt([late.id], before(5))
  await changedAt([early.id], before(15))
  // As the practice's owner: of other tests' cases there may be more than one answer holds.
  const { workflow_data, until, complete } = await changed(practice.owner)
  const ids = workflow_data.map(({ id }) => id)
  expect(ids).toContain(late.id)
  expect(ids).not.toContain(early.id)
  expect(complete).toBe(true)
  // A case that is saved in this moment is dated before the answer, and is reported next time.
  const saved = await given.case({ practice })
  expect(await idsOf(practice.owner, until)).toContain(saved.id)
})

it(`20 changed of 100 rows are at most 10 KB, compressed; more than ${mostSynced} are not complete`, async () => {
  const { id } = await given.case({ practice, tech, stage: 'in_progress' })
  const copies = (
    await sql<{ id: number }>`
    insert into patients (organization_id, user_id, first_name, last_name, patient_status_id, partner_organization_id)
    select organization_id, user_id, first_name, 'Copy ' || n, patient_status_id, null
    from patients, generate_series(1, ${mostSynced + 1}) n where id = ${id} returning id`.execute(test.connection.db)
  ).rows
  const ids = copies.map((copy) => copy.id)
  await sql`insert into case_rows select (jsonb_populate_record(c, jsonb_build_object('patient_id', p.id,
      'row', c.row || jsonb_build_object('id', p.id, 'last_name', md5('a' || p.id), 'first_name', md5('b' || p.id),
        'formatted_name', md5('a' || p.id) || ', ' || md5('b' || p.id), 'case_number_text', md5('c' || p.id))))).*
    from case_rows c, patients p where c.patient_id = ${id} and p.id = any(${ids}::int[])`.execute(test.connection.db)
  // Rebuilt, these rows would lose the work that they copy.
  const copiedAt = (some: number[]) =>
    sql`update case_rows set updated_at = '2032-01-01', row = row || '{"updated_at": "2032-01-01T00:00:00.000Z"}'
      where patient_id = any(${some}::int[])`.execute(test.connection.db)
  await copiedAt(ids.slice(0, 20))
  const some = await changed(tech, '2032-01-01T00:00:00.000Z')
  expect(some.workflow_data).toHaveLength(20)
  expect(some.complete).toBe(true)
  expect(gzipSync(JSON.stringify(some)).byteLength).toBeLessThanOrEqual(10 * 1024)
  await copiedAt(ids)
  const all = await changed(tech, '2032-01-01T00:00:00.000Z')
  expect(all.workflow_data).toHaveLength(mostSynced)
  expect(all.complete).toBe(false)
  await sql`delete from case_rows where patient_id = any(${ids}::int[])`.execute(test.connection.db)
  await sql`delete from patients where id = any(${ids}::int[])`.execute(test.connection.db)
})
