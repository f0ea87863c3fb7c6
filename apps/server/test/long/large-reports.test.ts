import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn } from '../given.ts'
import { reportCalls } from '../report-calls.ts'

/** A report of 100,000 rows needs no more memory than one of 5,000 (docs/decisions/154). */
const [few, many] = [5_000, 100_000]
const [january, february] = [
  { from: '2023-01-01', to: '2023-01-31' },
  { from: '2023-02-01', to: '2023-02-28' },
]

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
  for (const [count, first] of [
    [few, january.from],
    [many, february.from],
  ] as const)
    for (let made = 0; made < count; made += 5_000)
      await sql`insert into flawed_trays (organization_id, patient_id, customer_request_id, jaw_type_id, file_id, status_id, corrected_file_id,
          corrected_at, created_at)
        select t.organization_id, t.patient_id, t.customer_request_id, 1, t.file_id, 2, t.corrected_file_id, now(),
          ${first}::date + interval '1 day' + make_interval(secs => ${made} + n)
        from flawed_trays t, generate_series(1, 5000) n where t.id = ${tray!}`.execute(test.connection.db)
}, 120_000)
afterAll(async () => {
  await sql`delete from flawed_trays where created_at < '2023-12-31'`.execute(test.connection.db)
  await test.close()
})

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
/** Megabytes that are in use, without what nobody needs any more. */
function inUse(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

/** Makes a report; returns its rows, and by how many megabytes memory grew at most. */
async function measured(format: 'csv' | 'xlsx', days: typeof january) {
  const { report } = (await calls.ask(admin, 'corrections', format, days)).body
  const before = inUse()
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, inUse() - before)), 600)
  await calls.make(report.id)
  clearInterval(watch)
  const [made] = await calls.mine(admin)
  return { rows: made!.rows_done, most }
}

it.each(['csv', 'xlsx'] as const)(
  '100,000 rows as %s take flat memory',
  async (format) => {
    const [small, large] = [await measured(format, january), await measured(format, february)]
    expect([small.rows, large.rows]).toEqual([few, many])
    // All of these rows at once are more than 40 MB.
    expect(large.most, JSON.stringify({ small, large })).toBeLessThan(small.most + 12)
    process.stdout.write(
      `${format}: ${small.most.toFixed(1)} MB of ${few} rows, ${large.most.toFixed(1)} MB of ${many}\n`,
    )
  },
  600_000,
)
