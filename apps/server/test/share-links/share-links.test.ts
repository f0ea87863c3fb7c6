import { shareLinks } from '@archwire/contract/share-links/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refreshCaseRows } from '../../src/modules/case-core/case-row.sql.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'

let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
})
afterAll(() => test.close())

/** Changes rows behind the product's back; the ready rows of the lists have to know. */
async function updateRows(patientId: number, change: RawBuilder<unknown>): Promise<void> {
  await test.connection.db.transaction().execute(async (trx) => {
    await change.execute(trx)
    await refreshCaseRows(trx, [patientId])
  })
}

/** A case whose setup was processed: its files have meshes. */
async function shownCase(): Promise<GivenCase> {
  const testCase = await given.case({ stage: 'awaiting_approval' })
  await updateRows(
    testCase.id,
    sql`update patient_files set mesh_key = 'o/m' || id, processing = 'ready', viewer_id = md5(id::text) where patient_id = ${testCase.id}`,
  )
  return testCase
}
const create = (who: TestUser, { id }: GivenCase, body: object = {}) =>
  test.as(who).call(shareLinks.create, { params: { id }, body: { kind: 'setup', ...body } })
const tokenOf = ({ body }: Awaited<ReturnType<typeof create>>) => /\/shared\/([\w-]{43})$/.exec(body.url)![1]!
const open = (token: string) => test.as(null).call(shareLinks.scene, { params: { token } })

it('the link is stored nowhere, not even under an Idempotency-Key: a repeated call makes none and says why', async () => {
  const testCase = await shownCase()
  const { owner } = testCase.practice
  const key = `share-${given.unique()}`
  const call = () =>
    test
      .as(owner)
      .call(shareLinks.create, { params: { id: testCase.id }, body: { kind: 'setup' } }, { 'idempotency-key': key })
  const first = await call()
  expect(first.status).toBe(200)
  expect(await call()).toMatchObject({ status: 409, body: { error: expect.stringContaining('shown only once') } })
  const { rows } = await sql<{ row: string }>`
    select k::text as row from idempotency_keys k where user_id = ${owner.id}`.execute(test.connection.db)
  expect(rows).toHaveLength(1)
  for (const secret of [tokenOf(first), key]) expect(rows[0]!.row).not.toContain(secret)
  const links = await test.as(owner).call(shareLinks.list, { params: { id: testCase.id } })
  expect(links.body.share_links).toHaveLength(1)
})

it('shows the scene to a stranger without any name, and counts the views', async () => {
  const testCase = await shownCase()
  const { owner } = testCase.practice
  const answer = await create(owner, testCase, { days: 7, label: 'Dr. Colleague' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.body.share_link).toMatchObject({ kind: 'setup', label: 'Dr. Colleague', views: 0, open: true })
  const seen = await open(tokenOf(answer))
  expect(seen.body.scene).toMatchObject({ label: 'Setup', files: [{ name: 'Upper', jaws_id: 1, coarse_url: null }] })
  const said = JSON.stringify({
    ...seen.body.scene,
    files: seen.body.scene.files.map((file) => ({ ...file, mesh_url: '' })),
  })
  for (const name of ['Ada', 'Case', 'Practice', 'setup.stl', `C-${testCase.id}`]) expect(said).not.toContain(name)
  await Promise.all(Array.from({ length: 20 }, () => open(tokenOf(answer))))
  const { body } = await test.as(owner).call(shareLinks.list, { params: { id: testCase.id } })
  expect(body.share_links).toMatchObject([{ views: 21, label: 'Dr. Colleague', created_by: 'Olga Owner' }])
  expect(JSON.stringify(body)).not.toContain(tokenOf(answer))
  const history = await test.as(owner).call(patients.history, { params: { id: testCase.id } })
  expect(history.body.history.map(({ event }) => event)).toContain('shared')
})

it('a closed, an expired, an unknown link and one of an archived case are all the same', async () => {
  const testCase = await shownCase()
  const { owner, member } = testCase.practice
  const [closed, expired, archived] = [
    await create(owner, testCase),
    await create(owner, testCase),
    await create(owner, testCase),
  ]
  expect((await test.as(member).call(shareLinks.revoke, { params: { id: closed.body.share_link.id } })).status).toBe(
    404,
  )
  expect((await test.as(owner).call(shareLinks.revoke, { params: { id: closed.body.share_link.id } })).status).toBe(200)
  expect((await test.as(owner).call(shareLinks.revoke, { params: { id: closed.body.share_link.id } })).status).toBe(200)
  await sql`update share_links set expires_at = now() where id = ${expired.body.share_link.id}`.execute(
    test.connection.db,
  )
  expect((await open(tokenOf(archived))).status).toBe(200)
  await updateRows(testCase.id, sql`update patients set deleted_at = now() where id = ${testCase.id}`)
  const answers = await Promise.all([...[closed, expired, archived].map(tokenOf), 'A'.repeat(43)].map(open))
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 404, body: { error: 'This link has expired or was closed.' } })
  // The archived case is shared with no one else; what is open can be closed.
  expect(await create(owner, testCase)).toMatchObject({ status: 409, body: { error: 'This case is archived.' } })
  expect((await test.as(owner).call(shareLinks.revoke, { params: { id: archived.body.share_link.id } })).status).toBe(
    200,
  )
  const history =
    await sql`select 1 from case_history where patient_id = ${testCase.id} and event = 'share_revoked'`.execute(
      test.connection.db,
    )
  expect(history.rows).toHaveLength(2)
})

it('nothing to show is nothing to share, and a disabled practice shares nothing', async () => {
  const testCase = await given.case()
  expect(await create(testCase.practice.owner, testCase)).toMatchObject({
    status: 409,
    body: { error: 'There is nothing to show yet.' },
  })
  const shown = await shownCase()
  await sql`update organizations set disabled_at = now() where id = ${shown.practice.id}`.execute(test.connection.db)
  expect((await create(shown.practice.owner, shown)).status).toBe(403)
  const supervisor = await given.user('supervisor')
  const byLab = await create(supervisor, shown)
  expect(byLab.status).toBe(200)
  const revoke = (who: TestUser) => test.as(who).call(shareLinks.revoke, { params: { id: byLab.body.share_link.id } })
  expect((await revoke(shown.practice.owner)).status).toBe(403)
  expect((await revoke(supervisor)).status).toBe(200)
})
