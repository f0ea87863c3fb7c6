import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { JobTools } from '../../src/jobs/define.ts'
import { setClock } from '../../src/kernel/clock.ts'
import { fileJobs } from '../../src/modules/files/jobs.ts'
import { forgetDeleted } from '../../src/modules/files/removal.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'

/** The bytes of a deleted file go once they were kept long enough, those that another file shows stay (`scans/who-deletes`). */
let test: TestApp
let given: Given
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  admin = await given.user('admin')
})
afterAll(() => test.close())

const jobNamed = (name: string) => fileJobs.find((job) => job.name === name)!
const days = (count: number): Date => new Date(Date.now() + count * 24 * 3_600_000)
const folderOf = ({ id, practice }: GivenCase): string => `o/${practice.id}/p/${id}`
const listed = async (testCase: GivenCase): Promise<string[]> => (await test.storage.list(folderOf(testCase))).sort()
const filesOf = async ({ id }: GivenCase) =>
  (await test.as(admin).call(patients.get, { params: { id } })).body.patient.patient_files
const remove = (id: number) => test.as(admin).call(patientFiles.remove, { params: { id } })
const goneFrom = (testCase: GivenCase, keys: string[]) =>
  vi.waitFor(async () => expect(await listed(testCase)).toEqual(keys), { timeout: 60_000, interval: 200 })

/** A case whose scans are checked. */
async function givenScans(practice: GivenPractice, seeds: number[], kind: 'submission' | 'setup' = 'submission') {
  const testCase = await given.case({ practice, stage: 'in_progress' })
  for (const seed of seeds) {
    const scan = { bytes: given.scan('lower', seed), kind, jaws_id: 2, name: `lower ${seed}.stl` } as const
    await given.scanFile(testCase, admin, scan)
    await vi.waitFor(
      async () => expect((await filesOf(testCase)).every(({ processing }) => processing === 'ready')).toBe(true),
      { timeout: 90_000, interval: 200 },
    )
  }
  return testCase
}

it('they stay for 35 days, and what another case shows stays after that', async () => {
  const practice = await given.practice()
  const first = await givenScans(practice, [71, 72])
  const second = await givenScans(practice, [71])
  const before = await listed(first)
  const [own, other] = await filesOf(first)
  const keysOf = async (id: number) =>
    (
      await sql<{ keys: string[] }>`
        select array_remove(array[storage_key, mesh_key, coarse_mesh_key, thumbnail_key, display_key], null) as keys
        from patient_files where id = ${id}`.execute(test.connection.db)
    ).rows[0]!.keys
  const shared = (await keysOf((await filesOf(second))[0]!.id)).filter((key) => before.includes(key)).sort()
  expect(shared.length).toBeGreaterThan(1)
  const ofOther = await keysOf(other!.id)

  expect((await remove(own!.id)).status).toBe(200)
  const ofOwn = await keysOf(own!.id)
  await forgetDeleted(test.connection.db, days(34))
  expect(await keysOf(own!.id)).toEqual(ofOwn)
  expect(await listed(first)).toEqual(before)
  // Twice at once is as once.
  await Promise.all([forgetDeleted(test.connection.db, days(36)), forgetDeleted(test.connection.db, days(36))])
  await goneFrom(first, [...shared, ...ofOther].sort())
  expect((await filesOf(second))[0]).toMatchObject({ processing: 'ready' })
  expect((await filesOf(first)).map(({ id }) => id)).toEqual([other!.id])

  // Who deletes the last file that shows them takes them along.
  expect((await remove((await filesOf(second))[0]!.id)).status).toBe(200)
  await forgetDeleted(test.connection.db, days(36))
  await goneFrom(second, [])
  await goneFrom(first, [...ofOther].sort())
  // The history still says who deleted what.
  const { body } = await test.as(admin).call(patients.history, { params: { id: second.id } })
  expect(body.history.map(({ event }) => event)).toContain('file_deleted')
}, 150_000)

it('a machine whose clock is wrong removes nothing, and does not shorten what is kept', async () => {
  const testCase = await givenScans(await given.practice(), [76, 77])
  const [late, early] = await filesOf(testCase)
  const before = await listed(testCase)
  const tools = { db: test.connection.db } as JobTools
  const forget = () => jobNamed('files.forget').run(tools, {}, { signal: new AbortController().signal, last: false })
  const shifted = async (by: number, work: () => Promise<void>) => {
    setClock(() => new Date(Date.now() + by * 24 * 3_600_000))
    await work().finally(() => setClock(undefined))
  }
  expect((await remove(late!.id)).status).toBe(200)
  await shifted(36, async () => {
    await expect(forget()).rejects.toThrow(/clock of this machine differs .*Nothing was removed/)
  })
  // Deleted by a server whose clock is behind: the database counts the days.
  await shifted(-40, async () => expect((await remove(early!.id)).status).toBe(200))
  await forget()
  const { rows } =
    await sql`select 1 from patient_files where patient_id = ${testCase.id} and bytes_removed_at is not null`.execute(
      test.connection.db,
    )
  expect(rows).toEqual([])
  expect(await listed(testCase)).toEqual(before)
}, 150_000)

it('the same bytes that come again in the meantime are shown, and kept', async () => {
  const practice = await given.practice()
  const testCase = await givenScans(practice, [73])
  const [file] = await filesOf(testCase)
  expect((await remove(file!.id)).status).toBe(200)
  const again = await givenScans(practice, [73])
  const kept = await listed(again)
  await forgetDeleted(test.connection.db, days(36))
  await goneFrom(testCase, [])
  expect(await listed(again)).toEqual(kept)
}, 150_000)

it('a setup that another one replaced keeps its bytes until the case goes; then the storage lists nothing of it', async () => {
  const practice = await given.practice()
  const testCase = await givenScans(practice, [74, 75], 'setup')
  expect(await filesOf(testCase)).toHaveLength(1)
  const both = await listed(testCase)
  await forgetDeleted(test.connection.db, days(400))
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from patient_files where patient_id = ${testCase.id} and bytes_removed_at is not null`.execute(
    test.connection.db,
  )
  expect(rows[0]!.count).toBe(0)
  expect(await listed(testCase)).toEqual(both)

  await given.uncharge(testCase)
  const { id } = testCase
  expect((await test.as(admin).call(patients.archive, { params: { id } })).status).toBe(200)
  const { body } = await test.as(admin).call(patients.get, { params: { id } })
  const deletion = { params: { id }, body: { full_name: body.patient.full_name } }
  expect((await test.as(admin).call(patients.remove, deletion)).status).toBe(200)
  await goneFrom(testCase, [])
}, 150_000)
