import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { patients } from '@archwire/contract/patients/routes.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { createDatabase, dropDatabase } from '../../../../tools/test-database.ts'
import { appUrlOf } from '../../src/db/migrate.ts'
import { failedJobsCommand } from '../../src/jobs/failed-command.ts'
import { listFailed, retryFailed } from '../../src/jobs/failed.ts'
import { errorLine } from '../../src/kernel/error-line.ts'
import { openBoss } from '../../src/jobs/runner.ts'
import { addFile } from '../../src/modules/files/index.ts'
import { sealUploads } from '../../src/modules/files/index.ts'
import type { Mailer } from '../../src/services/mail/port.ts'
import { queueMail } from '../../src/services/mail/queue.ts'
import { s3Storage } from '../../src/services/storage/s3.ts'
import { startWorker } from '../../src/worker.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { ownStores } from '../database.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'
import { retryNow } from '../retry-now.ts'
import { startS3Server } from '../s3-server.ts'

/** A bucket and a mail server that go away for longer than any job is tried: nothing is lost, and everything is said. */
const name = `outages_${process.pid}`
const folder = mkdtempSync(join(tmpdir(), 'archwire-outages-'))
let appUrl: string
let bucket: Awaited<ReturnType<typeof startS3Server>>
let test: TestApp
let given: Given
let boss: PgBoss
let worker: { close(): Promise<void> }
const lines: { level: number; msg: string; job?: string }[] = []
const sent: number[] = []
let mailServerIsAway = false
/** As nodemailer says it. */
const refusal = {
  code: 'EENVELOPE',
  responseCode: 550,
  command: 'RCPT TO',
  response: '550 <a@example.com>: no such patient',
}

beforeAll(async () => {
  const ownerUrl = await createDatabase(inject('clusterUrl'), name, inject('template'))
  appUrl = appUrlOf(ownerUrl)
  bucket = await startS3Server(folder)
  const storage = s3Storage(bucket.settings)
  test = await openTestApp({ ownerUrl, storage })
  given = givenIn(test)
  const log = pino(
    { serializers: { err: errorLine } },
    new Writable({
      write(line: Buffer, _encoding, done) {
        lines.push(JSON.parse(String(line)) as (typeof lines)[number])
        done()
      },
    }),
  )
  const mailer: Mailer = {
    async send({ id }) {
      if (mailServerIsAway) throw Object.assign(new Error('550 <a@example.com>: no such patient'), refusal)
      sent.push(id)
    },
    async close() {},
  }
  // Two tries instead of a night of them.
  await sql`update pgboss.queue set retry_limit = 1, retry_delay = 1 where name in ('files.process', 'mail.send')`.execute(
    test.connection.db,
  )
  boss = await openBoss(appUrl, log)
  worker = await startWorker(
    { boss, appUrl },
    {
      db: test.connection.db,
      storage,
      mailer,
      pusher: undefined,
      payments: undefined,
      publicUrl: 'http://archwire.test',
      labZone: 'America/Denver',
      log,
    },
  )
})
afterAll(async () => {
  await worker.close()
  await boss.stop({ graceful: true, timeout: 5_000 })
  await test.close()
  await bucket.close()
  await dropDatabase(inject('clusterUrl'), name)
  rmSync(folder, { recursive: true, force: true })
})

/** The bucket goes at once and comes back where it was, with what it held. */
async function away(work: () => Promise<void>): Promise<void> {
  const port = Number(new URL(bucket.settings.endpoint!).port)
  await bucket.close()
  try {
    await work()
  } finally {
    bucket = await startS3Server(folder, { port })
  }
}
const stateOf = async ({ id, practice }: GivenCase) => {
  const { body } = await test.as(practice.owner).call(patients.get, { params: { id } })
  return body.patient.patient_files.map(({ processing }) => processing)
}
const failed = async (job: string) => (await listFailed(appUrl)).filter((entry) => entry.job === job)
/** Until it is so; a try that failed is followed by the next at once. */
const soon = (look: () => Promise<void>) =>
  vi.waitFor(
    async () => {
      await retryNow(test.connection, '%')
      await look()
    },
    { timeout: 60_000, interval: 100 },
  )
/** A case whose scan was sealed; returns it with how to register the scan, which needs no storage. */
async function caseWithScan(): Promise<{ testCase: GivenCase; register: () => Promise<unknown> }> {
  const testCase = await given.case()
  const owner = await given.actor(testCase.practice.owner)
  const bytes = given.scan('upper', Math.ceil(Math.random() * 1e6))
  const file_path = await given.upload(testCase.practice.owner, testCase.practice.id, bytes)
  await sealUploads(test.connection.db, test.storage, owner, [{ file_path, purpose: 'scan' }], testCase.practice.id)
  const file = { name: 'upper.stl', kind: 'submission' as const, jaws_id: 1, caption: '', file_modification_date: null }
  const row = { ...file, file_path, patient_id: testCase.id, patient_file_type_id: 2 }
  return {
    testCase,
    register: () => test.connection.db.transaction().execute((trx) => addFile(trx, owner, row)),
  }
}

it('a long bucket outage strands no scan: the failure is stored, shown and repaired automatically', async () => {
  const before = (await failed('files.process')).length
  const { testCase, register } = await caseWithScan()
  await away(async () => {
    await register()
    await soon(async () => expect(await failed('files.process')).toHaveLength(before + 1))
    expect(await stateOf(testCase)).toEqual(['waiting'])
  })
  const said = lines.filter(({ job }) => job === 'files.process')
  expect(said.at(-1)).toMatchObject({ level: 50, msg: expect.stringContaining('failed for good') })
  expect(said.at(-2)).toMatchObject({ level: 40, msg: expect.stringContaining('tried again') })
  const run = async () => {
    const id = await boss.send('files.requeue', {})
    await soon(async () => expect((await boss.findJobs('files.requeue', { id: id! }))[0]?.state).toBe('completed'))
  }
  await run()
  expect(await stateOf(testCase), 'a young file has its time').toEqual(['waiting'])
  await sql`update patient_files set created_at = now() - interval '16 minutes' where patient_id = ${testCase.id}`.execute(
    test.connection.db,
  )
  await run()
  await soon(async () => expect(await stateOf(testCase)).toEqual(['ready']))
  await run()
  expect(await failed('files.process'), 'what was mended since is forgotten').toHaveLength(before)
})

it('a person lists the failed jobs and runs them again by the command', async () => {
  const { testCase, register } = await caseWithScan()
  await away(async () => {
    await register()
    await soon(async () => expect(await failed('files.process')).not.toEqual([]))
  })
  const jobs = (...words: string[]) => failedJobsCommand(words, appUrl)
  const [job] = await failed('files.process')
  expect(await jobs('list')).toMatch(
    new RegExp(`^${job!.id}  .*  files\\.process {"patient_file_id":\\d+}, 2 tries: The file storage is not reachable`),
  )
  expect(await jobs('retry', job!.id)).toBe('1 job runs again.\n')
  await soon(async () => expect(await stateOf(testCase)).toEqual(['ready']))
  await expect(jobs('retry', 'everything')).rejects.toThrow('npm run jobs -- list')
  // As an operator calls it.
  const main = join(import.meta.dirname, '..', '..', 'src', 'jobs-main.ts')
  const environment = { ...process.env, NODE_ENV: 'test', DATABASE_APP_URL: appUrl, DATA_DIR: ownStores().dataDir }
  const called = promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', main, 'list'], {
    env: environment,
  })
  expect((await called).stdout).toBe('No job has failed.\n')
})

it('a mail that failed for good is sent once someone runs its job again', async () => {
  mailServerIsAway = true
  const { db } = test.connection
  const words = { subject: 's', greeting: 'g', lead: 'l', note: null, action: 'a', link: 'https://portal.example/' }
  await db.transaction().execute((trx) => queueMail(trx, { ...words, to: 'a@example.com', kind: 'case.ready' }))
  const { id } = await db
    .selectFrom('mails')
    .select('id')
    .where('to_address', '=', 'a@example.com')
    .executeTakeFirstOrThrow()
  // Mails of the cases above may fail in the meantime, too.
  const ofMail = async () =>
    (await failed('mail.send')).filter(({ payload }) => (payload as { mail_id: number }).mail_id === id)
  await soon(async () => expect(await ofMail()).toHaveLength(1))
  const state = async () => {
    const { rows } = await sql<{ state: string }>`select state from mails where id = ${id}`.execute(db)
    return rows[0]!.state
  }
  expect(await state()).toBe('failed')
  const kept = await sql`select error from mails where id = ${id}`.execute(db)
  expect(kept.rows).toEqual([{ error: 'The mail server refused it (EENVELOPE 550).' }])
  const said = JSON.stringify([await listFailed(appUrl), lines.filter(({ job }) => job === 'mail.send')])
  expect(said).toContain('EENVELOPE 550')
  expect(said).not.toMatch(/a@example|no such patient/)
  mailServerIsAway = false
  expect(sent).not.toContain(id)
  expect(await retryFailed(appUrl, 'all')).toBeGreaterThan(0)
  await soon(async () => expect(await state()).toBe('sent'))
  expect(sent.filter((each) => each === id)).toHaveLength(1)
  expect(await ofMail()).toEqual([])
})
