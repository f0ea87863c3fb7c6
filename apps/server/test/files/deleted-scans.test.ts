import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { pins } from '@archwire/contract/pins/routes.ts'
import { shareLinks } from '@archwire/contract/share-links/routes.ts'
import { viewer } from '@archwire/contract/viewer/routes.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { processFile } from '../../src/modules/files/index.ts'
import { forgetDeleted, type Removal, removeBytes } from '../../src/modules/files/removal.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'
import { madeFile } from '../made-file.ts'
import { placing } from '../placing.ts'
import { measuring, updateRows, type Measuring } from '../shown-case.ts'

/** What is left of a scan that is deleted (scans/who-deletes): its scene, what stood on it, its check. */
let test: TestApp
let given: Given
let tech: TestUser
let measured: Measuring
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('tech_support', ['Tina', 'Tech'])
  measured = measuring(test, given, tech)
})
afterAll(() => test.close())

const remove = (who: TestUser, id: number) => test.as(who).call(patientFiles.remove, { params: { id } })
const caseOf = async ({ id }: GivenCase, who: TestUser = tech) =>
  (await test.as(who).call(patients.get, { params: { id } })).body.patient
const filesOf = async (testCase: GivenCase) => (await caseOf(testCase)).patient_files
const historyOf = async ({ id }: GivenCase, who: TestUser = tech) =>
  (await test.as(who).call(patients.history, { params: { id } })).body.history

describe('what stood on a deleted scan', () => {
  it('the scene keeps its address and shows the other arch; comments, figures and places are those of an earlier scan', async () => {
    const testCase = await measured.shownCase()
    const { owner } = testCase.practice
    const viewerId = 'ab'.repeat(15) + String(testCase.id % 100).padStart(2, '0')
    await updateRows(
      test,
      testCase.id,
      sql`update patient_files set viewer_id = ${viewerId} where patient_id = ${testCase.id} and kind = 'setup'`,
    )
    const { place, listed } = placing(test)
    expect((await place(owner, testCase)).status).toBe(200)
    expect((await measured.saveWidth(owner, testCase, 34)).status).toBe(200)
    const pin = { kind: 'setup', file_id: testCase.upper, point: [1, 2, 3], text: 'Here' }
    expect((await test.as(owner).call(pins.create, { params: { id: testCase.id }, body: pin as never })).status).toBe(
      200,
    )
    const link = await test
      .as(owner)
      .call(shareLinks.create, { params: { id: testCase.id }, body: { kind: 'setup' } as never })
    const shared = () => test.as(null).call(shareLinks.scene, { params: { token: link.body.url.split('/').at(-1)! } })
    const before = await caseOf(testCase)

    expect((await remove(tech, testCase.upper)).status).toBe(200)
    const after = await caseOf(testCase)
    expect(after).toMatchObject({ setup_viewer_id: viewerId })
    expect(after.seen).not.toBe(before.seen)
    const scene = await test.as(owner).call(viewer.scene, { params: { viewer_id: viewerId } })
    expect(scene.body.scene.files.map(({ id }) => id)).toEqual([testCase.lower, testCase.both])
    expect((await shared()).body.scene.files).toHaveLength(2)
    expect(await listed(owner, testCase)).toMatchObject([{ is_earlier: true }])
    expect(await measured.listed(owner, testCase)).toMatchObject([{ is_earlier: true }])
    const { body } = await test.as(owner).call(pins.list, { params: { id: testCase.id } })
    expect(body.pins).toMatchObject([{ is_earlier: true }])

    for (const id of [testCase.lower, testCase.both]) expect((await remove(tech, id)).status).toBe(200)
    expect(await caseOf(testCase)).toMatchObject({ setup_viewer_id: null, patient_files: [] })
    expect((await test.as(owner).call(viewer.scene, { params: { viewer_id: viewerId } })).status).toBe(404)
    // The link holds: it shows the next setup.
    expect(await shared()).toMatchObject({ status: 200, body: { scene: { files: [] } } })
    const answer = await test.as(tech).call(patients.get, { params: { id: testCase.id } })
    expect(answer.body.patient.why_not).toMatchObject({
      mark_as_ready: 'Upload the setup before you notify the doctor.',
    })
    expect(await given.staleRows()).toEqual([])
  })

  it('another scan that was only flagged for being the same is as good as it was now', async () => {
    const testCase = await given.case()
    const [first, second, third] = [
      await madeFile(test, given, testCase, 'stl'),
      await madeFile(test, given, testCase, 'stl'),
      await madeFile(test, given, testCase, 'stl'),
    ]
    const flagged = (problem: string) => sql`processing = 'flagged', problem = ${problem}`
    const nameOf = async (id: number) => (await filesOf(testCase)).find((scan) => scan.id === id)!.name
    const same = `This is the same scan as ${await nameOf(first)}.`
    const hash = 'a'.repeat(64)
    await sql`update patient_files set report = jsonb_build_object('geometry_hash', ${hash}::text) where patient_id = ${testCase.id}`.execute(
      test.connection.db,
    )
    await sql`update patient_files set ${flagged(same)} where id in (${second}, ${third})`.execute(test.connection.db)
    expect((await remove(tech, first)).status).toBe(200)
    const { rows } = await sql`select id, processing, problem from patient_files
      where patient_id = ${testCase.id} and deleted_at is null order by id`.execute(test.connection.db)
    const [next] = (
      await sql<{ name: string }>`select name from patient_files where id = ${second}`.execute(test.connection.db)
    ).rows
    expect(rows).toEqual([
      { id: second, processing: 'ready', problem: null },
      { id: third, processing: 'flagged', problem: `This is the same scan as ${next!.name}.` },
    ])
  })
})

describe('deleted before it was checked', () => {
  const check = (id: number) =>
    processFile({ db: test.connection.db, storage: test.storage, log: pino({ level: 'silent' }) }, id)
  async function uploaded(testCase: GivenCase, name = 'upper.stl') {
    const { owner } = testCase.practice
    await given.scanFile(testCase, owner, { bytes: given.scan('upper', 31), kind: 'submission', jaws_id: 1, name })
    return (await filesOf(testCase)).at(-1)!
  }

  it('it is no longer checked, and what a running check found is written nowhere', async () => {
    const testCase = await given.case()
    const { owner } = testCase.practice
    const before = await uploaded(testCase)
    expect((await remove(owner, before.id)).status).toBe(200)
    await check(before.id)
    const running = await uploaded(testCase)
    // Deleted while the check reads the bytes: the file is read before, and written after.
    const withFile = test.storage.withFile.bind(test.storage)
    test.storage.withFile = async <T>(key: string, use: (path: string) => Promise<T>) => {
      expect((await remove(owner, running.id)).status).toBe(200)
      return withFile(key, use)
    }
    await check(running.id)
    test.storage.withFile = withFile
    expect(await caseOf(testCase)).toMatchObject({ patient_files: [], submission_viewer_id: null })
    const { rows } =
      await sql`select processing, viewer_id, mesh_key from patient_files where patient_id = ${testCase.id}`.execute(
        test.connection.db,
      )
    expect(rows).toEqual(Array.from({ length: 2 }, () => ({ processing: 'waiting', viewer_id: null, mesh_key: null })))
    const events = (await historyOf(testCase)).map(({ event }) => event)
    expect(events.filter((event) => event === 'file_ready' || event === 'file_flagged')).toEqual([])
  })

  it('what a running check made of it goes at once, its own bytes when they were kept long enough', async () => {
    const testCase = await given.case()
    const { db } = test.connection
    const folder = `o/${testCase.practice.id}/p/${testCase.id}`
    const [running, killed] = [await uploaded(testCase, 'running.stl'), await uploaded(testCase, 'killed.stl')]
    const sealedOf = async (id: number) =>
      (await sql<{ storage_key: string }>`select storage_key from patient_files where id = ${id}`.execute(db)).rows[0]!
        .storage_key
    const sealed = [await sealedOf(running.id), await sealedOf(killed.id)]
    const withFile = test.storage.withFile.bind(test.storage)
    test.storage.withFile = async <T>(key: string, use: (path: string) => Promise<T>) => {
      expect((await remove(testCase.practice.owner, running.id)).status).toBe(200)
      return withFile(key, use)
    }
    await check(running.id)
    test.storage.withFile = async () => {
      throw new Error('The worker was killed.')
    }
    await expect(check(killed.id)).rejects.toThrow('was killed')
    test.storage.withFile = withFile
    expect((await remove(testCase.practice.owner, killed.id)).status).toBe(200)

    expect((await test.storage.list(folder)).length).toBeGreaterThan(2)
    await removed(testCase)
    // The bytes that the killed check had moved; of the other one nothing.
    expect(await test.storage.list(folder)).toHaveLength(1)
    for (const key of sealed) expect((await test.storage.head(key, 1)).length).toBe(1)

    await forgetDeleted(db, new Date(Date.now() + 36 * 24 * 3_600_000))
    await removed(testCase)
    expect(await test.storage.list(folder)).toEqual([])
    for (const key of sealed) await expect(test.storage.head(key, 1)).rejects.toThrow()
  })

  /** Does what the jobs do that remove bytes of this practice. */
  async function removed({ practice }: GivenCase): Promise<void> {
    const { rows } = await sql<{ payload: Removal }>`delete from outbox where name = 'files.remove'
      and (payload ->> 'organization_id')::int = ${practice.id} returning payload`.execute(test.connection.db)
    for (const { payload } of rows) await removeBytes({ db: test.connection.db, storage: test.storage }, payload)
  }

  it('the same file comes again under the same name, and is shown', async () => {
    const testCase = await given.case()
    const { owner } = testCase.practice
    const first = await uploaded(testCase)
    await check(first.id)
    const scene = (await filesOf(testCase))[0]!.viewer_id
    expect(scene).not.toBeNull()
    expect((await remove(owner, first.id)).status).toBe(200)
    const again = await uploaded(testCase)
    expect(again).toMatchObject({ name: first.name, original_name: 'upper.stl' })
    await check(again.id)
    const [shown] = await filesOf(testCase)
    expect(shown).toMatchObject({ id: again.id, processing: 'ready', problem: null })
    expect(shown!.viewer_id).not.toBeNull()
    expect(shown!.viewer_id).not.toBe(scene)
  })
})
