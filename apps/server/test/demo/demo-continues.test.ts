import { settings } from '@archwire/contract/settings/routes.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject as provided, it } from 'vitest'
import { createDatabase, dropDatabase } from '../../../../tools/test-database.ts'
import { asDb } from '../../src/demo/as-db.ts'
import { demoFiles } from '../../src/demo/files.ts'
import { beginDemo, continueDemo, demoPassword } from '../../src/demo/index.ts'
import { emailOf } from '../../src/demo/people.ts'
import { planDemo } from '../../src/demo/plan-demo.ts'
import { openProgress } from '../../src/demo/progress.ts'
import { actorOf, readUser } from '../../src/modules/auth/index.ts'
import { createUpload } from '../../src/modules/files/index.ts'
import { requeueWaiting } from '../../src/modules/files/requeue.ts'
import { readPortal } from '../../src/modules/settings/queries.ts'
import { openTestApp, type TestApp } from '../app.ts'

/** A demo that is interrupted and continued, in databases of its own, because demo people have fixed addresses. */
const cases = 5
const opened: { test: TestApp; ownerUrl: string }[] = []
async function openPortal(): Promise<TestApp> {
  const ownerUrl = await createDatabase(provided('clusterUrl'), undefined, provided('template'))
  const test = await openTestApp({ ownerUrl })
  opened.push({ test, ownerUrl })
  return test
}
let whole: TestApp
let broken: TestApp
beforeAll(async () => {
  ;[whole, broken] = [await openPortal(), await openPortal()]
  await beginDemo(whole.connection.db, whole.config, { cases })
  await beginDemo(broken.connection.db, broken.config, { cases })
  // Both demos are planned from one moment.
  const { present } = await whole.connection.db.selectFrom('demo_data').select('present').executeTakeFirstOrThrow()
  await broken.connection.db.updateTable('demo_data').set({ present }).execute()
})
afterAll(async () => {
  for (const { test, ownerUrl } of opened) {
    await test.close()
    await dropDatabase(provided('clusterUrl'), new URL(ownerUrl).pathname.slice(1))
  }
})

const plain = { plain: true }
const portalOf = async (test: TestApp) => (await test.as(null).call(settings.portal)).body
/** What there is of cases, without ids, which leave a gap where a case failed, and trays, which are filled at the end. */
const casesOf = async ({ connection }: TestApp) =>
  (
    await sql`select p.first_name, p.last_name, p.patient_status_id, p.is_on_hold, p.user_id, p.created_at,
      (select array_agg(h.event || h.at order by h.id) from case_history h where h.patient_id = p.id and h.event not like '%tray%') as history,
      (select array_agg(f.name order by f.id) from patient_files f where f.patient_id = p.id) as files
      from patients p order by p.id`.execute(connection.db)
  ).rows

it('names its people before the first case is made', async () => {
  const { demo, contact } = await portalOf(broken)
  expect(contact).toEqual({ phone: '(303) 555-0100', email: 'help@archwire.example' })
  expect(demo).toMatchObject({ password: demoPassword, cases: { made: 0, total: cases }, is_complete: false })
  expect(demo?.doors.map(({ page }) => page)).toEqual(['/login', '/management'])
  expect(demo?.doors.flatMap(({ people }) => people.map(({ email }) => email))).toContain('juniper@archwire.example')
})

it('becomes the same demo when it is stopped, and when a case fails half way', async () => {
  const { db } = broken.connection
  expect(await continueDemo(whole.connection.db, whole.config, plain)).toBe(true)
  // One practice has a code for two months that runs: its last invoice took it.
  const { rows: codes } = await sql`select v.code, v.months, (select count(*)::int from order_lines l
      where l.organization_id = v.organization_id and l.promotion_code_id = v.promotion_code_id) as taken
    from promotion_code_uses v`.execute(whole.connection.db)
  expect(codes).toEqual([{ code: 'TWOMONTHSFREE', months: 2, taken: 1 }])

  // An admin has two reports to download.
  const { rows: reports } = await sql`
    select kind, format, status_id, size > 0 as filled from reports order by id`.execute(whole.connection.db)
  expect(reports).toEqual([
    { kind: 'cases', format: 'xlsx', status_id: 3, filled: true },
    { kind: 'on_time', format: 'csv', status_id: 3, filled: true },
  ])

  let made = 0
  const stopped = await continueDemo(db, broken.config, {
    ...plain,
    onCase: (count) => (made = count),
    isStopped: () => made >= 2,
  })
  expect(stopped).toBe(false)
  expect(await casesOf(broken)).toHaveLength(2)
  expect((await portalOf(broken)).demo).toMatchObject({ cases: { made: 2, total: cases }, is_complete: false })

  // The third case loses its database at its last statement, as in a process that is killed.
  const owner = new pg.Client({ connectionString: broken.ownerUrl })
  await owner.connect()
  await owner.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'gone'; end $$`)
  await owner.query('create trigger refuse before update of cases_made on demo_data execute function refuse()')
  await expect(continueDemo(db, broken.config, plain)).rejects.toThrow('gone')
  await owner.query('drop function refuse cascade')
  await owner.end()
  expect(await casesOf(broken)).toHaveLength(2)

  expect(await continueDemo(db, broken.config, plain)).toBe(true)
  expect(await casesOf(broken)).toEqual(await casesOf(whole))
  expect((await portalOf(broken)).demo).toMatchObject({ cases: { made: cases, total: cases }, is_complete: true })
})

it('keeps no one waiting with an upload while it makes a case of the same practice', async () => {
  const { db } = broken.connection
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', emailOf('juniper'))
    .executeTakeFirstOrThrow()
  const actor = actorOf((await readUser(db, id))!, { id: null, address: '' })
  const { organization_id } = await db
    .selectFrom('memberships')
    .select('organization_id')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  const files = demoFiles(broken.storage, true, db)
  const upload = await db.transaction().execute(async (trx) => {
    await files.submission(asDb(trx), actor, organization_id, { index: 0, fine: false })
    return createUpload(db, broken.storage, actor, {
      organizationId: organization_id,
      patientId: null,
      name: 'upper.stl',
      size: 84,
      type: 'model/stl',
      sha256: 'a'.repeat(64),
      purpose: 'scan',
    })
  })
  expect(upload.file_path).toMatch(/^u_/)
})

it('keeps its unchecked files from the job that looks for waiting ones, until it is complete', async () => {
  const { db } = whole.connection
  const old = async () =>
    (
      await sql<{ id: number }>`update patient_files set processing = 'waiting' where id = (
        select id from patient_files where processing = 'waiting' and created_at < now() - interval '1 day' order by id limit 1)
        returning id`.execute(db)
    ).rows[0]!.id
  const id = await old()
  await sql`delete from outbox where name = 'files.process' and (payload ->> 'patient_file_id')::bigint = ${id}`.execute(
    db,
  )
  const requeued = async () => {
    const said: number[] = []
    await requeueWaiting(db, { error: ({ files }: { files: number[] }) => said.push(...files) } as never)
    return said.includes(id)
  }
  await db.updateTable('demo_data').set({ finished_at: null }).execute()
  expect(await requeued()).toBe(false)
  await db.updateTable('demo_data').set({ finished_at: new Date() }).execute()
  expect(await requeued()).toBe(true)
})

it('checks the scans of a case before its work starts: its history has one direction', async () => {
  const portal = await openPortal()
  const { db } = portal.connection
  await beginDemo(db, portal.config, { cases: 2 })
  const { present } = await db.selectFrom('demo_data').select('present').executeTakeFirstOrThrow()
  const { labZone: zone, productionDays } = portal.config
  const [item] = planDemo({ count: 3, present, zone, productionDays }).filter(({ stage }) => stage === 'completed')
  // It ends before the second one, and so before the months that only a whole demo gets.
  let made = 0
  const upToOne = { onCase: (count: number) => (made = count), isStopped: () => made === 1 }
  expect(await continueDemo(db, portal.config, { plan: [item!, item!], ...upToOne })).toBe(false)
  const { rows: events } = await sql<{ patient_id: number; event: string; at: Date }>`
    select patient_id, event, at from case_history order by patient_id, id`.execute(db)
  for (const [index, { patient_id, at }] of events.entries())
    if (events[index + 1]?.patient_id === patient_id)
      expect(events[index + 1]!.at.getTime(), JSON.stringify(events[index + 1])).toBeGreaterThanOrEqual(at.getTime())
  const ofSetup = events.slice(
    events.findIndex(({ event }) => event === 'setup_uploaded'),
    events.findIndex(({ event }) => event === 'ready') + 1,
  )
  expect(ofSetup.map(({ event }) => event)).toEqual([
    'setup_uploaded',
    'setup_uploaded',
    'file_ready',
    'file_ready',
    'ready',
  ])
  const { rows } = await sql`select 1 from patient_files where processing = 'waiting'`.execute(db)
  expect(rows).toEqual([])
})

it('is made once: a complete demo gets nothing more', async () => {
  const before = await casesOf(whole)
  expect(await continueDemo(whole.connection.db, whole.config, plain)).toBe(true)
  expect(await casesOf(whole)).toEqual(before)
})

it('notifies no one of what happened weeks ago', async () => {
  const { rows } =
    await sql`select h.at from outbox o join case_history h on h.id = (o.payload ->> 'history_id')::bigint
    where o.kind = 'activity' and h.at < now() - interval '3 days'`.execute(whole.connection.db)
  expect(rows).toEqual([])
  const { rows: invoices } = await sql`select name from outbox where kind = 'activity' and name like 'order.%'
    and (payload ->> 'at')::timestamptz < now() - interval '4 days'`.execute(whole.connection.db)
  expect(invoices).toEqual([])
})

it('a case that cannot be made is left out beside people who work, and stops the demo of tests', async () => {
  const portal = await openPortal()
  const { db } = portal.connection
  await beginDemo(db, portal.config, { cases: 3 })
  // Someone disables the practices while their cases are still to come.
  await sql`update organizations set disabled_at = now()`.execute(db)
  await expect(continueDemo(db, portal.config, plain)).rejects.toThrow()
  const reasons: string[] = []
  const onLeftOut = (reason: string) => reasons.push(reason)
  await continueDemo(db, portal.config, { ...plain, onLeftOut, isStopped: () => reasons.length === 2 })
  expect(reasons).toHaveLength(2)
  expect(await casesOf(portal)).toEqual([])
  expect((await portalOf(portal)).demo).toMatchObject({ cases: { made: 2, total: 3 }, is_complete: false })
})

it('without its people, it is refused with a sentence', async () => {
  const portal = await openPortal()
  await openProgress(portal.connection.db, new Date(), 2)
  expect((await portalOf(portal)).demo).toBeNull()
  await expect(continueDemo(portal.connection.db, portal.config, plain)).rejects.toThrow(/half of a demo/)
})

it('a portal that is no demo names no account; nor does one in production', async () => {
  const portal = await openPortal()
  expect(await portalOf(portal)).toEqual({ contact: { phone: '', email: '' }, demo: null })
  expect((await readPortal(whole.connection.db, { mode: 'production' })).demo).toBeNull()
})
