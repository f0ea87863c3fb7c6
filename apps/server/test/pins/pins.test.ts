import { patients } from '@archwire/contract/patients/routes.ts'
import { pins } from '@archwire/contract/pins/routes.ts'
import { labName } from '@archwire/contract/rx-forms/options.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staleCaseRows } from '../../src/modules/case-core/case-row.sql.ts'
import { addPin } from '../../src/modules/pins/commands.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { crowd } from '../crowd.ts'
import { seenBy } from '../seen.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'
import { updateRows } from '../shown-case.ts'
import { countEvents } from '../told.ts'

let test: TestApp
let given: Given
let tech: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('tech_support', ['Tina', 'Tech'])
})
afterAll(() => test.close())

interface PinnedCase extends GivenCase {
  fileId: number
}

/** A case whose setup was processed: it is shown in 3D. */
async function shownCase(practice?: GivenPractice): Promise<PinnedCase> {
  const testCase = await given.case({ stage: 'awaiting_approval', ...(practice && { practice }) })
  await updateRows(
    test,
    testCase.id,
    sql`update patient_files set mesh_key = 'o/m' || id, processing = 'ready', viewer_id = md5(id::text) where patient_id = ${testCase.id}`,
  )
  const { rows } = await sql<{ id: number }>`
    select id from patient_files where patient_id = ${testCase.id} and kind = 'setup'`.execute(test.connection.db)
  return { ...testCase, fileId: rows[0]!.id }
}

const add = (who: TestUser, { id, fileId }: PinnedCase, body: object = {}) =>
  test.as(who).call(pins.create, {
    params: { id },
    body: { kind: 'setup', file_id: fileId, point: [1.5, -20.25, 4], text: 'A little lower', ...body },
  })
const change = (who: TestUser, id: number, body: object) => test.as(who).call(pins.update, { params: { id }, body })
const remove = (who: TestUser, id: number) => test.as(who).call(pins.remove, { params: { id } })
const listed = async (who: TestUser, { id }: GivenCase) => {
  const answer = await test.as(who).call(pins.list, { params: { id } })
  expect(answer.status).toBe(200)
  return answer.body.pins
}
const eventsOf = async (who: TestUser, { id }: GivenCase) =>
  (await test.as(who).call(patients.history, { params: { id } })).body.history
    .filter(({ event }) => event.startsWith('pin_'))
    .map(({ event, note }) => `${event} ${note}`)
    .toSorted((a, b) => a.localeCompare(b))

it('a doctor pins a comment, the technician sees and does it, the history tells', async () => {
  const testCase = await shownCase()
  const { owner } = testCase.practice
  const answer = await add(owner, testCase)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.body.pin).toMatchObject({
    number: 1,
    kind: 'setup',
    file_id: testCase.fileId,
    jaws_id: 1,
    point: [1.5, -20.25, 4],
    text: 'A little lower',
    author: { full_name: 'Olga Owner', is_management: false },
    done_at: null,
    done_by: null,
    is_earlier: false,
    version: 1,
    can: { edit: true, remove: true, complete: true },
  })
  const { id } = answer.body.pin
  expect(await listed(tech, testCase)).toMatchObject([{ id, can: { edit: false, remove: true, complete: true } }])

  const done = await change(tech, id, { done: true, version: 1 })
  expect(done).toMatchObject({
    status: 200,
    body: {
      pin: { version: 2, done_by: { full_name: 'Tina Tech', is_management: true } },
      message: 'The comment is done.',
    },
  })
  expect(done.body.pin.done_at).not.toBeNull()
  const [read] = await listed(testCase.practice.owner, testCase)
  expect(read!.done_by, 'practices read the lab').toMatchObject({ full_name: labName })
  // What is so already changes nothing and tells no one.
  expect((await change(tech, id, { done: true })).body.pin.version).toBe(2)
  expect((await change(owner, id, { done: false })).body.pin).toMatchObject({ done_at: null, done_by: null })
  expect((await change(owner, id, { text: 'Much lower' })).body.pin.text).toBe('Much lower')
  expect((await remove(owner, id)).status).toBe(200)
  expect(await listed(owner, testCase)).toEqual([])
  expect(await eventsOf(owner, testCase)).toEqual([
    'pin_added 1: A little lower',
    'pin_changed 1: Much lower',
    'pin_done 1: A little lower',
    'pin_removed 1: Much lower',
    'pin_reopened 1: A little lower',
  ])
  const actor = await given.actor(owner)
  const another = {
    patientId: testCase.id,
    kind: 'setup',
    fileId: testCase.fileId,
    point: [1, -20, 4],
    text: 'Again',
  } as const
  expect(await countEvents(test, testCase.id, (trx) => addPin(trx, actor, another))).toBe(1)
  expect(await staleCaseRows(test.connection.db)).not.toContain(testCase.id)
})

describe('numbers', () => {
  it('fifty at once give 1 to 50', async () => {
    const testCase = await shownCase()
    const answers = await crowd(50, (at) =>
      add(at % 2 === 0 ? testCase.practice.owner : tech, testCase, { text: `No. ${at}` }),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await listed(tech, testCase)).map(({ number }) => number)).toEqual(
      Array.from({ length: 50 }, (_, at) => at + 1),
    )
  })

  it('a removed one leaves its number unused, another case counts from 1', async () => {
    const testCase = await shownCase()
    await add(tech, testCase)
    const second = await add(tech, testCase)
    await remove(tech, second.body.pin.id)
    expect((await add(tech, testCase)).body.pin.number).toBe(3)
    expect((await listed(tech, testCase)).map(({ number }) => number)).toEqual([1, 3])
    expect((await add(tech, await shownCase(testCase.practice))).body.pin.number).toBe(1)
  })

  it('a case holds two hundred', async () => {
    const testCase = await shownCase()
    await sql`insert into pins (organization_id, patient_id, number, file_id, x, y, z, text, created_by, created_at)
      select ${testCase.practice.id}, ${testCase.id}, n, ${testCase.fileId}, 0, 0, 0, 'Many', ${tech.id}, now()
      from generate_series(1, 200) n`.execute(test.connection.db)
    expect((await add(tech, testCase)).status).toBe(409)
    await remove(tech, (await listed(tech, testCase))[0]!.id)
    expect((await add(tech, testCase)).body.pin.number).toBe(201)
  })
})

describe('who', () => {
  it('words are the author’s, removing the author’s and the staff’s, done everyone’s who sees the case', async () => {
    const practice = await given.practice({ partner: true })
    const testCase = await shownCase(practice)
    await updateRows(
      test,
      testCase.id,
      sql`update patients set partner_organization_id = ${practice.partner!.id} where id = ${testCase.id}`,
    )
    const { owner, manager, assistant } = practice
    const partner = practice.partner!.user
    const { id } = (await add(partner, testCase)).body.pin
    for (const [who, mayRemove] of [
      [owner, false],
      [manager, false],
      [assistant, false],
      [tech, true],
      [partner, true],
    ] as const) {
      const [pin] = await listed(who, testCase)
      const isAuthor = who === partner
      expect(pin!.can, who.role ?? '').toEqual({ edit: isAuthor, remove: mayRemove, complete: true })
      expect((await change(who, id, { text: `By ${who.id}` })).status).toBe(isAuthor ? 200 : 403)
      expect((await change(who, id, { done: true })).status).toBe(200)
      expect((await change(who, id, { done: false })).status).toBe(200)
      if (!mayRemove) expect((await remove(who, id)).status).toBe(403)
    }
    // The owner's own: the partner may do it, not remove it.
    const owners = (await add(owner, testCase)).body.pin
    expect((await remove(partner, owners.id)).status).toBe(403)
    expect((await remove(owner, owners.id)).status).toBe(200)
    expect((await remove(owner, owners.id)).status).toBe(404)
    expect((await change(owner, owners.id, { done: true })).status).toBe(404)
  })

  it('strangers find nothing: another practice, another partner, a member whose case it is not', async () => {
    const testCase = await shownCase()
    const { id } = (await add(testCase.practice.owner, testCase)).body.pin
    const other = await given.practice({ partner: true })
    for (const who of [other.owner, other.partner!.user, testCase.practice.member]) {
      expect((await test.as(who).call(pins.list, { params: { id: testCase.id } })).status).toBe(404)
      expect((await add(who, testCase)).status).toBe(404)
      expect((await change(who, id, { done: true })).status).toBe(404)
      expect((await remove(who, id)).status).toBe(404)
    }
    expect((await test.as(null).call(pins.list, { params: { id: testCase.id } })).status).toBe(401)
  })

  it('a disabled practice reads only; the lab still writes', async () => {
    const testCase = await shownCase()
    const { owner } = testCase.practice
    const { id } = (await add(owner, testCase)).body.pin
    await sql`update organizations set disabled_at = now() where id = ${testCase.practice.id}`.execute(
      test.connection.db,
    )
    expect(await listed(owner, testCase)).toMatchObject([{ can: { edit: false, remove: false, complete: false } }])
    for (const [who, mayAdd] of [
      [owner, false],
      [tech, true],
    ] as const)
      expect((await test.as(who).call(pins.list, { params: { id: testCase.id } })).body.can).toEqual({ add: mayAdd })
    expect((await add(owner, testCase)).status).toBe(403)
    expect((await change(owner, id, { done: true })).status).toBe(403)
    expect((await remove(owner, id)).status).toBe(403)
    expect((await change(tech, id, { done: true })).status).toBe(200)
  })

  it('an archived case keeps its comments as they are: 403 first, then 409', async () => {
    const testCase = await shownCase()
    const { id } = (await add(testCase.practice.owner, testCase)).body.pin
    await updateRows(test, testCase.id, sql`update patients set deleted_at = now() where id = ${testCase.id}`)
    expect(await listed(tech, testCase)).toMatchObject([{ can: { edit: false, remove: false, complete: false } }])
    expect(await change(tech, id, { done: true })).toMatchObject({
      status: 409,
      body: { error: 'This case is archived.' },
    })
    expect((await add(tech, testCase)).status).toBe(409)
    expect((await remove(tech, id)).status).toBe(409)
    expect((await change(tech, id, { text: 'Not mine' })).status).toBe(403)
  })
})

describe('shape and state', () => {
  it('refuses points and texts that cannot be', async () => {
    const testCase = await shownCase()
    const bad = [
      { point: [0, 0, 1000.5] },
      { point: [-1001, 0, 0] },
      { point: [0, 0] },
      { point: [0, 0, 0, 0] },
      { point: [0, 0, null] },
      { text: '   ' },
      { text: 'a'.repeat(1001) },
      { text: 'a\0b' },
      { kind: 'photo' },
      { extra: 1 },
    ]
    for (const body of bad) expect((await add(tech, testCase, body)).status, JSON.stringify(body)).toBe(422)
    const infinite = `{"kind":"setup","file_id":${testCase.fileId},"point":[0,0,1e999],"text":"Far"}`
    expect((await test.raw(tech, 'POST', `/patients/${testCase.id}/pins`, infinite)).status).toBe(422)
    expect((await add(tech, testCase, { point: [1000, -1000, 0], text: ` ${'a'.repeat(1000)} ` })).status).toBe(200)
    const { id } = (await listed(tech, testCase))[0]!
    for (const body of [{}, { version: 1 }, { text: '' }, { done: 'yes' }])
      expect((await change(tech, id, body)).status, JSON.stringify(body)).toBe(422)
  })

  it('takes only scans of this case that are shown, of the kind that is said', async () => {
    const testCase = await shownCase()
    const other = await shownCase(testCase.practice)
    for (const body of [{ file_id: other.fileId }, { kind: 'submission' }, { file_id: 2_000_000_000 }])
      expect((await add(tech, testCase, body)).status, JSON.stringify(body)).toBe(422)
    await updateRows(test, testCase.id, sql`update patient_files set mesh_key = null where id = ${testCase.fileId}`)
    expect((await add(tech, testCase)).body).toMatchObject({
      error: { file_id: ['This is not a scan of the case that is shown in 3D.'] },
    })
  })

  it('an edit on an older version is refused', async () => {
    const testCase = await shownCase()
    const { id, version } = (await add(tech, testCase)).body.pin
    expect((await change(testCase.practice.owner, id, { done: true, version })).status).toBe(200)
    expect((await change(tech, id, { text: 'Otherwise', version })).status).toBe(409)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => change(tech, id, { done: false, version: version + 1 })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  it('comments on a replaced scan stay and say so', async () => {
    const testCase = await shownCase()
    await add(tech, testCase)
    const { owner } = testCase.practice
    const asked = await test.as(owner).call(patients.requestChanges, {
      params: { id: testCase.id },
      body: { note: 'See the comments', seen: await seenBy(test, owner, testCase.id) },
    })
    expect(asked.status, JSON.stringify(asked.body)).toBe(200)
    await given.scanFile(testCase, tech, {
      bytes: given.scan('upper', 5),
      kind: 'setup',
      jaws_id: 1,
      name: 'again.stl',
    })
    expect(await listed(owner, testCase)).toMatchObject([
      { number: 1, is_earlier: true, file_id: testCase.fileId, can: { complete: true } },
    ])
    expect((await add(tech, testCase)).status).toBe(409)
  })
})
