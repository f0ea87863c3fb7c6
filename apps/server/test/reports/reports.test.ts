import { dayIn } from '@archwire/contract/core/dates.ts'
import { reports } from '@archwire/contract/reports/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { now, setClock } from '../../src/kernel/clock.ts'
import { forgetReports } from '../../src/modules/reports/forget.ts'
import { sources } from '../../src/modules/reports/sources.ts'
import { removePerson } from '../../src/modules/users/commands/remove.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { auditedActions } from '../audited.ts'
import { givenIn, type Given } from '../given.ts'
import { march, reportCalls } from '../report-calls.ts'

/** A report from the call to its end (docs/product/exports.md); what is in each: report-rows.test.ts. */
let test: TestApp
let given: Given
let calls: ReturnType<typeof reportCalls>
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  calls = reportCalls(test)
})
afterAll(() => test.close())

const asked = async (user: TestUser): Promise<number> => (await calls.ask(user, 'cases')).body.report.id

it('a person asks for a report, a job makes it, and its person downloads it', async () => {
  const tech = await given.user('tech_support')
  const { status, body } = await calls.ask(tech, 'on_time', 'xlsx')
  expect(status, JSON.stringify(body)).toBe(200)
  const { id } = body.report
  expect(body.report).toMatchObject({
    kind: 'on_time',
    format: 'xlsx',
    ...march,
    status: { key: 'waiting', label: 'Waiting' },
    rows_total: null,
    size: null,
    expires_at: null,
    can: { cancel: true, download: false },
  })
  expect(await calls.link(tech, id)).toMatchObject({
    status: 409,
    body: { error: 'This report is not completed yet.' },
  })
  await calls.make(id)
  const [made] = await calls.mine(tech)
  expect(made).toMatchObject({
    id,
    status: { key: 'completed', label: 'Completed' },
    can: { cancel: false, download: true },
  })
  expect(Date.parse(made!.expires_at!) - Date.parse(made!.ended_at!)).toBe(7 * 86_400_000)
  expect(made!.rows_done).toBe(made!.rows_total)
  const { bytes, headers } = await calls.download(tech, id)
  expect(bytes.length).toBe(made!.size)
  expect(headers['content-disposition']).toContain('on-time-rate-2024-03-01-to-2024-03-31.xlsx')
})

it('answers 404 for another person’s report, and 403 without the right to export', async () => {
  const id = await asked(await given.user('admin'))
  await calls.make(id)
  const other = await given.user('super_admin')
  expect(await calls.mine(other)).toEqual([])
  expect((await calls.link(other, id)).status).toBe(404)
  expect((await calls.cancel(other, id)).status).toBe(404)
  for (const role of ['supervisor', 'lab_partner', 'doctor'] as const)
    expect((await test.as(await given.user(role)).call(reports.list)).status).toBe(403)
})

it('a person has one running report, of two asked for at once, too', async () => {
  const admin = await given.user('admin')
  const both = await Promise.all([calls.ask(admin, 'cases'), calls.ask(admin, 'steps')])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)!.body).toMatchObject({
    error: 'You already have a report in progress. Cancel it, or wait until it is completed.',
  })
  // Another person's does not count.
  expect((await calls.ask(await given.user('admin'), 'cases')).status).toBe(200)
})

it.each([
  [{ from: '2024-03-31', to: '2024-03-01' }, 'The last day is before the first.'],
  [{ from: '2023-03-31', to: '2024-03-31' }, 'At most 12 months.'],
])('%j is no range of a report', async (days, error) => {
  expect(await calls.ask(await given.user('admin'), 'cases', 'csv', days)).toMatchObject({
    status: 422,
    body: { error: { to: [error] } },
  })
})

it.each([
  { from: '2024-03-01T00:00:00Z', to: 'x' },
  { from: '2024-02-30', to: '2024-03-99' },
])('%j are no days', async (days) => {
  expect(await calls.ask(await given.user('admin'), 'cases', 'csv', days)).toMatchObject({
    status: 422,
    body: { error: { from: ['Invalid date'], to: ['Invalid date'] } },
  })
})

it('the last day is at most the lab’s today, wherever its person is', async () => {
  const { labZone } = test.config
  // In Denver it is still the 4th of March.
  setClock(() => new Date('2030-03-05T03:30:00Z'))
  try {
    const admin = await given.user('admin')
    const from = '2030-03-01'
    expect(await calls.ask(admin, 'cases', 'csv', { from, to: '2030-03-05' })).toMatchObject({
      status: 422,
      body: { error: { to: ['The date is in the future'] } },
    })
    expect(dayIn(labZone, now())).toBe('2030-03-04')
    expect((await calls.ask(admin, 'cases', 'csv', { from, to: '2030-03-04' })).status).toBe(200)
  } finally {
    setClock(undefined)
  }
})

it('a workbook that no spreadsheet opens is not made; the same as CSV is', async () => {
  const admin = await given.user('admin')
  const { cases } = sources
  sources.cases = { ...cases, count: async () => 1_048_576 }
  try {
    const { report } = (await calls.ask(admin, 'cases', 'xlsx')).body
    await calls.make(report.id)
    expect((await calls.mine(admin))[0]).toMatchObject({
      status: { key: 'failed' },
      rows_total: 1_048_576,
      size: null,
      can: { cancel: false, download: false },
    })
    await calls.make(await asked(admin))
    expect((await calls.mine(admin))[0]).toMatchObject({ format: 'csv', status: { key: 'completed' } })
  } finally {
    sources.cases = cases
  }
})

it('a report is canceled by its person, before and while it is made, and the next one can be asked for', async () => {
  const admin = await given.user('admin')
  const waits = await asked(admin)
  expect((await calls.cancel(admin, waits)).body.report).toMatchObject({
    status: { key: 'canceled' },
    can: { cancel: false, download: false },
  })
  await calls.make(waits)
  expect((await calls.mine(admin))[0]).toMatchObject({ status: { key: 'canceled' }, size: null })
  expect(await calls.cancel(admin, waits)).toMatchObject({
    status: 409,
    body: { error: 'This report is no longer being made.' },
  })

  const runs = await asked(admin)
  // The job stores its file at last: here the person cancels while it does.
  const { storage } = test
  const { store } = storage
  storage.store = async (...file) => {
    await store.apply(storage, file)
    await calls.cancel(admin, runs)
  }
  try {
    await calls.make(runs)
  } finally {
    storage.store = store
  }
  expect((await calls.mine(admin))[0]).toMatchObject({ id: runs, status: { key: 'canceled' }, size: null })
  await expect(storage.read(`reports/${runs}.csv`)).rejects.toThrow()
  expect((await calls.link(admin, runs)).status).toBe(409)
  const actions = await auditedActions(test, "subject = 'report' and subject_id = $1", [runs])
  expect(actions).toEqual(['report.requested', 'report.canceled'])
})

it('a report whose last try fails says so, and its person can ask again', async () => {
  const admin = await given.user('admin')
  const id = await asked(admin)
  const aborted = AbortSignal.abort(new Error('too long'))
  await expect(calls.make(id, { signal: aborted })).rejects.toThrow()
  expect((await calls.mine(admin))[0]).toMatchObject({ status: { key: 'in_progress' } })
  await expect(calls.make(id, { signal: aborted, last: true })).rejects.toThrow()
  expect((await calls.mine(admin))[0]).toMatchObject({ status: { key: 'failed', label: 'Failed' }, size: null })
  expect((await calls.ask(admin, 'cases')).status).toBe(200)
})

it.each([
  ['may no longer export', sql`role = 'supervisor'`],
  ['was archived', sql`deleted_at = now()`],
])('a report of who %s is not made', async (_, change) => {
  const admin = await given.user('admin')
  const id = await asked(admin)
  await sql`update users set ${change} where id = ${admin.id}`.execute(test.connection.db)
  await calls.make(id)
  const { rows } = await sql`select status_id, size from reports where id = ${id}`.execute(test.connection.db)
  expect(rows).toEqual([{ status_id: 5, size: null }])
})

it('after seven days a report no longer exists, and the night removes its file and its row', async () => {
  const admin = await given.user('admin')
  const id = await asked(admin)
  await calls.make(id)
  const key = `reports/${id}.csv`
  await sql`update reports set expires_at = now() - interval '1 minute' where id = ${id}`.execute(test.connection.db)
  expect(await calls.mine(admin)).toEqual([])
  expect((await calls.link(admin, id)).status).toBe(404)
  const kept = await asked(admin)
  await calls.make(kept)
  await forgetReports({ db: test.connection.db, storage: test.storage })
  await expect(test.storage.read(key)).rejects.toThrow()
  const { rows } = await sql`select id from reports where user_id = ${admin.id}`.execute(test.connection.db)
  expect(rows).toEqual([{ id: kept }])
  expect((await calls.download(admin, kept)).bytes.length).toBeGreaterThan(0)
})

it('the reports of a person who is deleted go with the person', async () => {
  const [admin, gone] = [await given.user('super_admin'), await given.user('tech_support')]
  await calls.make(await asked(gone))
  const actor = await given.actor(admin)
  await test.connection.db.transaction().execute((trx) => removePerson(trx, actor, gone.id, 'http://archwire.test'))
  const { rows } = await sql`select id from reports where user_id = ${gone.id}`.execute(test.connection.db)
  expect(rows).toEqual([])
})
