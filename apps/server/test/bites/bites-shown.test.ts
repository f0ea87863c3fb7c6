import { shareLinks } from '@archwire/contract/share-links/routes.ts'
import { viewer } from '@archwire/contract/viewer/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { asItLies, byShape, placing, turned, type Placing } from '../placing.ts'
import { measuring, updateRows, type MeasuredCase, type Measuring } from '../shown-case.ts'

let test: TestApp
let given: Given
let tech: TestUser
let shownCase: Measuring['shownCase']
let place: Placing['place']
let ask: Placing['ask']
let listed: Placing['listed']
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('tech_support', ['Tina', 'Quillfeather'])
  ;({ shownCase } = measuring(test, given, tech))
  ;({ place, ask, listed } = placing(test))
})
afterAll(() => test.close())

/** A case whose three scans stand in one scene, as processing leaves them. */
async function sceneCase(
  ...practice: Parameters<Measuring['shownCase']>
): Promise<MeasuredCase & { viewerId: string }> {
  const testCase = await shownCase(...practice)
  const viewerId = Buffer.from(`scene of ${testCase.id}`.padEnd(16)).toString('hex').slice(0, 32)
  await updateRows(
    test,
    testCase.id,
    sql`update patient_files set viewer_id = ${viewerId} where patient_id = ${testCase.id} and kind = 'setup'`,
  )
  return { ...testCase, viewerId }
}
const sceneOf = async (who: TestUser, { viewerId }: { viewerId: string }) => {
  const answer = await test.as(who).call(viewer.scene, { params: { viewer_id: viewerId } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.scene
}
const placesOf = (scene: { files: { id: number; place: unknown }[] }) =>
  Object.fromEntries(scene.files.map(({ id, place: stands }) => [id, stands]))
const without = ({ rotation, offset }: ReturnType<typeof asItLies>) => ({ rotation, offset })

async function share(testCase: MeasuredCase) {
  const { body } = await test
    .as(testCase.practice.owner)
    .call(shareLinks.create, { params: { id: testCase.id }, body: { kind: 'setup' } })
  const token = /[\w-]{43}$/.exec(body.url)![0]
  return async () => {
    const answer = await test.as(null).call(shareLinks.scene, { params: { token } })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.scene
  }
}

describe('who', () => {
  it('everyone who sees the case places its arches, and knows by whom as far as they may', async () => {
    const practice = await given.practice({ partner: true })
    const testCase = await sceneCase(practice)
    const partner = practice.partner!.user
    await updateRows(
      test,
      testCase.id,
      sql`update patients set partner_organization_id = ${practice.partner!.id} where id = ${testCase.id}`,
    )
    const people = [practice.owner, practice.manager, practice.assistant, partner, tech]
    for (const [version, who] of people.entries()) {
      const answer = await place(who, testCase, { version })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      expect((await ask(who, testCase)).body.can).toEqual({ add: true })
    }
    // The technician placed them last; who that is the lab knows.
    for (const who of people) {
      const [newest] = await listed(who, testCase)
      const { bite } = await sceneOf(who, testCase)
      expect(newest!.author).toMatchObject({ id: tech.id, is_management: true })
      expect(bite).toEqual({
        version: 5,
        method: 'by_hand',
        created_at: newest!.created_at,
        author: newest!.author,
      })
      expect(newest!.author.full_name.includes('Quillfeather'), who.role ?? '').toBe(who === tech)
    }
  })

  it('strangers find nothing: another practice, another partner, a member whose case it is not', async () => {
    const testCase = await sceneCase()
    expect((await place(testCase.practice.owner, testCase)).status).toBe(200)
    const other = await given.practice({ partner: true })
    for (const who of [other.owner, other.partner!.user, testCase.practice.member]) {
      expect((await ask(who, testCase)).status).toBe(404)
      expect((await place(who, testCase, { version: 1 })).status).toBe(404)
      const scene = await test.as(who).call(viewer.scene, { params: { viewer_id: testCase.viewerId } })
      expect(scene.status).toBe(404)
    }
    expect((await ask(null, testCase)).status).toBe(401)
    expect(await listed(testCase.practice.owner, testCase)).toHaveLength(1)
  })

  it('a disabled practice reads only; the lab still places', async () => {
    const testCase = await sceneCase()
    const { owner } = testCase.practice
    expect((await place(owner, testCase)).status).toBe(200)
    await sql`update organizations set disabled_at = now() where id = ${testCase.practice.id}`.execute(
      test.connection.db,
    )
    expect((await ask(owner, testCase)).body).toMatchObject({ bites: [{ version: 1 }], can: { add: false } })
    expect((await ask(tech, testCase)).body.can).toEqual({ add: true })
    expect((await place(owner, testCase, { version: 1 })).status).toBe(403)
    expect((await place(tech, testCase, { version: 1 })).status).toBe(200)
  })

  it('an archived case stays as it is', async () => {
    const testCase = await sceneCase()
    expect((await place(tech, testCase)).status).toBe(200)
    await updateRows(test, testCase.id, sql`update patients set deleted_at = now() where id = ${testCase.id}`)
    expect((await ask(tech, testCase)).body).toMatchObject({ bites: [{ version: 1 }], can: { add: false } })
    expect(await place(tech, testCase, { version: 1 })).toMatchObject({
      status: 409,
      body: { error: 'This case is archived.' },
    })
  })
})

describe('the scene', () => {
  it('has each scan where the newest version puts it, until the shapes decide again', async () => {
    const testCase = await sceneCase()
    const { upper, lower, both } = testCase
    const { owner } = testCase.practice
    expect(await sceneOf(owner, testCase)).toMatchObject({ bite: null, files: [1, 2, 3].map(() => ({ place: null })) })
    const [first, second] = [turned(upper, 1, [0.1, 0.2, 0.3]), turned(lower, -2, [-40, 1e-9, 7 / 3])]
    await place(owner, testCase, { places: [asItLies(upper)] })
    await place(owner, testCase, { version: 1, method: 'three_points', places: [first, second] })
    const scene = await sceneOf(tech, testCase)
    expect(placesOf(scene)).toEqual({ [upper]: without(first), [lower]: without(second), [both]: null })
    expect(scene.bite).toMatchObject({ version: 2, method: 'three_points', author: { full_name: 'Olga Owner' } })
    await place(tech, testCase, { version: 2, ...byShape })
    const again = await sceneOf(owner, testCase)
    expect(again.bite).toBeNull()
    expect(placesOf(again)).toEqual({ [upper]: null, [lower]: null, [both]: null })
  })

  it('keeps the place of the scan that stays when the other one is replaced', async () => {
    const testCase = await sceneCase()
    const { upper, lower, both } = testCase
    const { owner } = testCase.practice
    const places = [turned(upper, 0.5, [1, 2, 3]), asItLies(lower)]
    await place(owner, testCase, { places })
    // What the third file is now came in the place of the upper one.
    await updateRows(test, testCase.id, sql`update patient_files set deleted_at = now() where id = ${upper}`)
    const scene = await sceneOf(owner, testCase)
    expect(placesOf(scene)).toEqual({ [lower]: without(asItLies(lower)), [both]: null })
    expect(scene.bite).toMatchObject({ version: 1 })
    expect(await listed(owner, testCase)).toMatchObject([{ is_earlier: true, places: [{ file_id: upper }, {}] }])
    // One of its scans was replaced in the meantime.
    expect((await place(owner, testCase, { version: 1, places })).status).toBe(409)
    const more = await place(owner, testCase, { version: 1, places: [asItLies(lower), asItLies(both)] })
    expect(more.body.bite).toMatchObject({ version: 2, is_earlier: false })
  })

  it('of another kind does not know it', async () => {
    const testCase = await sceneCase()
    await updateRows(
      test,
      testCase.id,
      sql`update patient_files set kind = 'correction', viewer_id = md5(viewer_id) where id = ${testCase.lower}`,
    )
    await place(tech, testCase, { scan_kind: 'correction', places: [asItLies(testCase.lower)] })
    expect(await sceneOf(tech, testCase)).toMatchObject({ bite: null, files: [{ place: null }, { place: null }] })
  })

  it('is the same behind a share link, and no one is named there', async () => {
    const testCase = await sceneCase()
    const { upper, lower, both } = testCase
    const open = await share(testCase)
    expect(await open()).toMatchObject({ bite: null, files: [1, 2, 3].map(() => ({ place: null })) })
    const stands = turned(upper, 3, [0.25, 0, -1])
    await place(testCase.practice.owner, testCase, { method: 'three_points', places: [stands] })
    const scene = await open()
    const [bite] = await listed(tech, testCase)
    expect(scene.bite).toEqual({ version: 1, method: 'three_points', created_at: bite!.created_at, author: null })
    expect(placesOf(scene)).toEqual({ [upper]: without(stands), [lower]: null, [both]: null })
    expect(JSON.stringify(scene)).not.toContain('Olga')
    await place(tech, testCase, { version: 1, ...byShape })
    const again = await open()
    expect(again).toMatchObject({ bite: null, files: [1, 2, 3].map(() => ({ place: null })) })
  })
})
