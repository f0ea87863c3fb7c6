import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { createDatabase, dropDatabase } from '../../../../tools/test-database.ts'
import { appUrlOf } from '../../src/db/migrate.ts'
import { openBoss } from '../../src/jobs/runner.ts'
import { setClock } from '../../src/kernel/clock.ts'
import { verifyCaseRows } from '../../src/modules/case-core/case-row.sql.ts'
import { prepareDatabase } from '../../src/prepare-database.ts'
import { sweep } from '../../src/modules/upkeep/sweep.ts'
import { allJobs } from '../../src/worker.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { ownStores } from '../database.ts'
import { givenIn, type Given } from '../given.ts'

const name = `jobs_${process.pid}`
let ownerUrl: string
let test: TestApp
let given: Given
let boss: PgBoss
beforeAll(async () => {
  ownerUrl = await createDatabase(inject('clusterUrl'), name, inject('template'))
  // Mails have their ids from the database: two databases must not share a mailbox.
  test = await openTestApp({ worker: true, ownerUrl, environment: { DATA_DIR: join(ownStores().dataDir, name) } })
  given = givenIn(test)
  boss = await openBoss(appUrlOf(ownerUrl), pino({ level: 'silent' }))
})
afterAll(async () => {
  await boss.stop({ graceful: false })
  await test.close()
  await dropDatabase(inject('clusterUrl'), name)
})

it('every schedule runs to its end with the very data that the scheduler sends', async () => {
  await given.case({ stage: 'awaiting_approval' })
  const schedules = await boss.getSchedules()
  expect(schedules.map((schedule) => schedule.name).sort()).toEqual(
    allJobs
      .filter(({ schedule }) => schedule)
      .map((job) => job.name)
      .sort(),
  )
  for (const schedule of schedules) {
    const id = await boss.send(schedule.name, schedule.data ?? null, schedule.options ?? {})
    await vi.waitFor(
      async () => {
        const [job] = await boss.findJobs(schedule.name, { id: id! })
        expect(job, schedule.name).toMatchObject({ state: 'completed', retryCount: 0 })
      },
      { timeout: 60_000, interval: 100 },
    )
  }
})

it('what is kept of a failed job quotes no one', async () => {
  const id = await boss.send('cases.refresh-doctor', { user_id: 'Ada Byron' }, { retryLimit: 0 })
  await vi.waitFor(
    async () => {
      const [job] = await boss.findJobs('cases.refresh-doctor', { id: id! })
      expect(job).toMatchObject({ state: 'failed' })
      expect(JSON.stringify(job!.output)).not.toMatch(/Byron|expected/)
    },
    { timeout: 60_000, interval: 100 },
  )
})

it('the statement that the guide gives to monitoring answers figures, to the application’s role', async () => {
  const guide = readFileSync(join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'deploy.md'), 'utf8')
  const statement = /```sql\n(select \(select count[^]*?);\n```/.exec(guide)![1]!
  const { rows } = await sql.raw<Record<string, unknown>>(statement).execute(test.connection.db)
  expect(Object.keys(rows[0]!)).toEqual([
    'unpublished',
    'outbox_seconds',
    'late_jobs',
    'jobs_in_trouble',
    'failed_jobs',
    'oldest_file_seconds',
    'failed_mails',
    'sweep_seconds',
  ])
  for (const figure of Object.values(rows[0]!)) expect(Number(figure)).toBeGreaterThanOrEqual(0)
  expect(Number(rows[0]!.failed_jobs)).toBeGreaterThan(0)
})

it('a schedule without a job is removed by the next migration', async () => {
  await boss.createQueue('upkeep.gone')
  await boss.schedule('upkeep.gone', '1 * * * *', {})
  await boss.schedule('upkeep.sweep', '2 * * * *', {}, { key: 'second' })
  expect(await prepareDatabase(ownerUrl)).toEqual([])
  expect((await boss.getSchedules()).map((schedule) => [schedule.name, schedule.cron])).not.toContainEqual([
    'upkeep.gone',
    '1 * * * *',
  ])
})

it('a sweep by a clock that is wrong removes nothing; by a right one what is a day old', async () => {
  const { db } = test.connection
  const practice = await given.practice()
  const [young, old] = [
    await given.upload(practice.owner, practice.id, given.scan()),
    await given.upload(practice.owner, practice.id, given.scan()),
  ]
  await sql`update uploads set created_at = now() - interval '25 hours' where file_path = ${old}`.execute(db)
  const left = async () => {
    const { rows } = await sql<{ file_path: string }>`
      select file_path from uploads where file_path in (${young}, ${old})`.execute(db)
    return rows.map((row) => row.file_path)
  }
  setClock(() => new Date(Date.now() + 3 * 86_400_000))
  try {
    await expect(sweep(db, test.storage)).rejects.toThrow(
      /clock of this machine differs from the database clock by 2592\d\d seconds/,
    )
    expect(await left()).toHaveLength(2)
  } finally {
    setClock(undefined)
  }
  await sweep(db, test.storage)
  expect(await left()).toEqual([young])
})

it('a sweep forgets what old mails said, not that they were sent', async () => {
  const { db } = test.connection
  const kind = `test.${given.unique()}`
  const sent = (state: string, days: number) =>
    sql`
    insert into mails (to_address, subject, words, link, kind, state, sent_at)
    values ('a@example.com', ${`${state} ${days}`}, '{}', 'https://x', ${kind}, ${state}, now() - make_interval(days => ${days}))`.execute(
      db,
    )
  for (const [state, days] of [
    ['sent', 31],
    ['sent', 29],
    ['failed', 31],
  ] as const)
    await sent(state, days)
  await sweep(db, test.storage)
  const { rows } =
    await sql`select subject, words::text || link as words from mails where kind = ${kind} order by id`.execute(db)
  expect(rows).toEqual([
    { subject: 'sent 31', words: null },
    { subject: 'sent 29', words: '{}https://x' },
    { subject: 'failed 31', words: '{}https://x' },
  ])
})

it('ready rows that differ are rebuilt and named, under the lock of their case', async () => {
  const { db } = test.connection
  const [wrong, changing] = [await given.case(), await given.case()]
  await sql`update case_rows set last_name = 'nobody' where patient_id = ${wrong.id}`.execute(db)
  let verified: Promise<number[]> | undefined
  // A change that has written the case, and not yet its row, when the comparison comes by.
  await db.transaction().execute(async (trx) => {
    await sql`select 1 from patients where id = ${changing.id} for update`.execute(trx)
    await sql`update case_rows set last_name = 'under way' where patient_id = ${changing.id}`.execute(db)
    verified = verifyCaseRows(db)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await sql`update case_rows set last_name = plain(p.last_name) from patients p
      where p.id = patient_id and patient_id = ${changing.id}`.execute(trx)
  })
  expect(await verified).toEqual([wrong.id])
  const { rows } = await sql<{ last_name: string }>`
    select last_name from case_rows where patient_id = ${wrong.id}`.execute(db)
  expect(rows[0]!.last_name).not.toBe('nobody')
})
