import { readFile } from 'node:fs/promises'
import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'

/**
 * A file that is deleted while the job checks it and makes its scene: the deletion holds, and the job ends with nothing
 * (docs/decisions/083).
 */
let test: TestApp
let given: Given
let tech: TestUser
let photo: Uint8Array
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  tech = await given.user('tech_support')
  photo = await readFile(new URL('../../../../samples/photos/case-a-frontal.jpg', import.meta.url))
})
afterAll(() => test.close())

type Moment = 'copy' | 'withFile' | 'store'
/** Runs `act` once, when the job is about to do this with bytes of this case, and lets the job go on after it. */
function atThe(moment: Moment, { practice, id }: GivenCase, act: () => Promise<void>): () => void {
  const before = test.storage[moment]
  let reached = false
  const watched = async (...input: unknown[]): Promise<unknown> => {
    if (!reached && input.some((one) => typeof one === 'string' && one.startsWith(`o/${practice.id}/p/${id}/`))) {
      reached = true
      await act()
    }
    return (before as (...input: unknown[]) => Promise<unknown>).apply(test.storage, input)
  }
  Object.assign(test.storage, { [moment]: watched })
  return () => void Object.assign(test.storage, { [moment]: before })
}

async function read<Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await statement.execute(test.connection.db)).rows
}
/** The jobs about a file, with how often each was tried again, failed ones included. */
const jobsOf = (file: number) =>
  read(sql<{ name: string; state: string; tries: number }>`
    select name, state::text as state, retry_count as tries from pgboss.job
    where data ->> 'patient_file_id' = ${String(file)} or data -> 'file_ids' @> to_jsonb(${file}::int) order by name`)

const cases: [type: 'scan' | 'photo', moment: Moment, before: string][] = [
  ['scan', 'copy', 'before its bytes are moved'],
  ['scan', 'withFile', 'before it is read'],
  ['scan', 'store', 'before the first result is stored'],
  ['photo', 'withFile', 'before it is read'],
  ['photo', 'store', 'before the first result is stored'],
]
it.each(cases)('a %s, at %s, %s: one effect, and nothing is left', async (type, moment) => {
  const testCase = await given.case()
  const { owner } = testCase.practice
  const answers: number[] = []
  let file = 0
  const off = atThe(moment, testCase, async () => {
    file = (await read(sql<{ id: number }>`select id from patient_files where patient_id = ${testCase.id}`))[0]!.id
    // Someone else deletes it again: told that it no longer exists.
    for (const who of [owner, tech])
      answers.push((await test.as(who).call(patientFiles.remove, { params: { id: file } })).status)
  })
  if (type === 'photo') await given.photoFile(testCase, owner, { bytes: photo, name: 'front.jpg' })
  else
    await given.scanFile(testCase, owner, {
      bytes: given.scan('upper', 310 + moment.length),
      kind: 'submission',
      jaws_id: 1,
      name: 'upper.stl',
    })
  await vi.waitFor(
    async () => {
      const jobs = await jobsOf(file)
      expect(jobs.map(({ name, state }) => [name, state])).toEqual([
        ['files.process', 'completed'],
        ['files.remove', 'completed'],
      ])
    },
    { timeout: 90_000, interval: 200 },
  )
  off()
  expect(answers).toEqual([200, 404])
  // The check was no failure, and nothing is among the failed jobs.
  expect((await jobsOf(file))[0]).toMatchObject({ name: 'files.process', tries: 0 })

  // Neither scene nor thumbnail nor a moved copy; the bytes as they came, for as long as a deleted file's are kept.
  expect(await test.storage.list(`o/${testCase.practice.id}/p/${testCase.id}`)).toEqual([])
  const [row] = await read(sql<{ key: string; made: object }>`
    select storage_key as key, jsonb_build_array(processing, deleted_at is not null, viewer_id, mesh_key, coarse_mesh_key,
      thumbnail_key, display_key, report, problem) as made from patient_files where id = ${file}`)
  expect(row!.made).toEqual(['waiting', true, null, null, null, null, null, null, null])
  expect(row!.key).toMatch(/^sealed\//)
  expect((await test.storage.head(row!.key, 1)).length).toBe(1)

  const { patient } = (await test.as(owner).call(patients.get, { params: { id: testCase.id } })).body
  expect(patient).toMatchObject({ patient_files: [], submission_viewer_id: null })
  const { history } = (await test.as(owner).call(patients.history, { params: { id: testCase.id } })).body
  expect(
    history
      .map(({ event }) => event)
      .filter((event) => event.startsWith('file_'))
      .toSorted(),
  ).toEqual(['file_added', 'file_deleted'])
  expect(await given.staleRows()).toEqual([])
})
