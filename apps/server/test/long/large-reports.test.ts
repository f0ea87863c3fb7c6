import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn } from '../given.ts'
import { reportCalls } from '../report-calls.ts'

/** A report of 100,000 rows needs no memory for its rows (docs/decisions/154). */
const count = 100_000
const february = { from: '2023-02-01', to: '2023-02-28' }

let test: TestApp
let admin: TestUser
let calls: ReturnType<typeof reportCalls>
beforeAll(async () => {
  test = await openTestApp()
  const given = givenIn(test)
  calls = reportCalls(test)
  admin = await given.user('admin')
  const testCase = await given.printedCase()
  const [tray] = await given.flawedTrays(testCase)
  await given.correctedTray(testCase, tray!)
  for (let made = 0; made < count; made += 5_000)
    await sql`insert into flawed_trays (organization_id, patient_id, customer_request_id, jaw_type_id, file_id, status_id, corrected_file_id,
        corrected_at, created_at)
      select t.organization_id, t.patient_id, t.customer_request_id, 1, t.file_id, 2, t.corrected_file_id, now(),
        ${february.from}::date + interval '1 day' + make_interval(secs => ${made} + n)
      from flawed_trays t, generate_series(1, 5000) n where t.id = ${tray!}`.execute(test.connection.db)
}, 120_000)
afterAll(async () => {
  await sql`delete from flawed_trays where created_at < '2023-12-31'`.execute(test.connection.db)
  await test.close()
})

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
/** Megabytes that are in use, without what no one needs any more. */
function inUse(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

it.each(['csv', 'xlsx'] as const)('100,000 rows as %s take flat memory', { timeout: 600_000 }, async (format) => {
  const { report } = (await calls.ask(admin, 'corrections', format, february)).body
  const before = inUse()
  const seen: number[] = []
  // Seldom: collecting takes longer than what is measured.
  const watch = setInterval(() => seen.push(inUse() - before), 2_000)
  await calls.make(report.id)
  clearInterval(watch)
  seen.push(inUse() - before)
  expect((await calls.mine(admin))[0]).toMatchObject({ status: { key: 'completed' }, rows_done: count })
  process.stdout.write(`${format}: at most ${Math.max(...seen).toFixed(1)} MB more, seen ${seen.length} times\n`)
  // All of these rows at once are more than 40 MB.
  expect(Math.max(...seen)).toBeLessThan(20)
})
