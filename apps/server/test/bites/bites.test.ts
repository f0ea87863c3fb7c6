import { maxBites } from '@archwire/contract/bites/methods.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placeArches } from '../../src/modules/bites/commands.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { crowd } from '../crowd.ts'
import { givenIn, type Given } from '../given.ts'
import { asItLies, byShape, placing, turned, type Placing } from '../placing.ts'
import { measuring, updateRows, type Measuring } from '../shown-case.ts'
import { countEvents } from '../told.ts'

let test: TestApp
let given: Given
let tech: TestUser
let shownCase: Measuring['shownCase']
let place: Placing['place']
let ask: Placing['ask']
let listed: Placing['listed']
let eventsOf: Placing['eventsOf']
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('tech_support', ['Tina', 'Tech'])
  ;({ shownCase } = measuring(test, given, tech))
  ;({ place, ask, listed, eventsOf } = placing(test))
})
afterAll(() => test.close())

it('a doctor places the arches, the technician after them: every version stays, the newest first', async () => {
  const testCase = await shownCase()
  const { owner } = testCase.practice
  expect((await ask(owner, testCase)).body).toEqual({ bites: [], can: { add: true } })
  expect((await place(owner, testCase, byShape)).status).toBe(409)
  const places = [turned(testCase.upper, 0.3, [0.1, -2.05, 1e-7]), asItLies(testCase.lower)]
  const first = await place(owner, testCase, { method: 'three_points', places })
  expect(first.status, JSON.stringify(first.body)).toBe(200)
  expect(first.body).toMatchObject({
    message: 'Saved. Contacts, sections and pictures follow.',
    bite: {
      scan_kind: 'setup',
      version: 1,
      method: 'three_points',
      author: { id: owner.id, full_name: 'Olga Owner', is_management: false },
      is_earlier: false,
    },
  })
  // To the last bit: a turn that was rounded is none.
  expect(first.body.bite.places).toEqual(places)
  expect((await place(tech, testCase, { version: 1 })).body.bite.version).toBe(2)
  const back = await place(owner, testCase, { version: 2, ...byShape })
  expect(back.body).toMatchObject({
    message: 'The scans are placed by their shapes again.',
    bite: { version: 3, method: 'by_shape', places: [], is_earlier: false },
  })
  const alreadySo = { status: 409, body: { error: 'The scans are already placed by their shapes.' } }
  expect(await place(owner, testCase, { version: 3, ...byShape })).toMatchObject(alreadySo)
  // As in the files, all lie in one place: anything else is no such bite.
  const asFilesLie = { version: 3, method: 'as_files_lie' }
  expect((await place(owner, testCase, { ...asFilesLie, places })).status).toBe(422)
  expect((await place(owner, testCase, asFilesLie)).status).toBe(200)
  const all = await listed(owner, testCase)
  expect(all.map(({ version, method }) => [version, method])).toEqual([
    [4, 'as_files_lie'],
    [3, 'by_shape'],
    [2, 'by_hand'],
    [1, 'three_points'],
  ])
  expect(all.at(-1)).toEqual(first.body.bite)
  expect(await eventsOf(tech, testCase)).toEqual([
    'Olga Owner Setup: as in the files (version 4)',
    'Olga Owner Setup: by shape again (version 3)',
    'Tina Tech Setup: turned by hand (version 2)',
    'Olga Owner Setup: by three points (version 1)',
  ])
  const actor = await given.actor(owner)
  const next = { scan_kind: 'setup', method: 'by_hand', version: 4, places: [asItLies(testCase.lower)] } as const
  expect(
    await countEvents(test, testCase.id, (trx) =>
      placeArches(trx, actor, testCase.id, { ...next, places: [...next.places] }),
    ),
  ).toBe(1)
})

it('kinds count for themselves', async () => {
  const testCase = await shownCase()
  await sql`update patient_files set kind = 'correction' where id = ${testCase.lower}`.execute(test.connection.db)
  expect((await place(tech, testCase)).body.bite.version).toBe(1)
  const other = { scan_kind: 'correction', places: [asItLies(testCase.lower)] }
  expect((await place(tech, testCase, other)).body.bite.version).toBe(1)
  expect((await place(tech, testCase, { ...other, version: 1 })).body.bite.version).toBe(2)
  expect((await listed(tech, testCase)).map(({ scan_kind, version }) => [scan_kind, version])).toEqual([
    ['correction', 2],
    ['correction', 1],
    ['setup', 1],
  ])
})

describe('two at once', () => {
  it('saves one and tells the other who was faster', async () => {
    const testCase = await shownCase()
    const { owner, manager } = testCase.practice
    const answers = await Promise.all([place(owner, testCase), place(manager, testCase)])
    const late = answers.find(({ status }) => status !== 200)
    const [kept] = await listed(owner, testCase)
    expect(late!.status).toBe(409)
    expect(late!.body).toMatchObject({
      error: `${kept!.author.full_name} placed the arches in the meantime. Review that placement, then place them again.`,
    })
    expect(await listed(owner, testCase)).toHaveLength(1)
    const slower = kept!.author.id === owner.id ? manager : owner
    expect((await place(slower, testCase, { version: 1 })).body.bite.version).toBe(2)
    expect(await eventsOf(owner, testCase)).toHaveLength(2)
  })

  it('of thirty one is kept, once', async () => {
    const testCase = await shownCase()
    const answers = await crowd(30, (n) =>
      place(tech, testCase, { places: [turned(testCase.upper, n / 10, [n, 0, 0])] }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(29)
    expect(await listed(tech, testCase)).toHaveLength(1)
    expect(await eventsOf(tech, testCase)).toHaveLength(1)
  })

  it('a version that never was is refused, and by shape goes over nothing either', async () => {
    const testCase = await shownCase()
    const { owner } = testCase.practice
    expect(await place(owner, testCase, { version: 1 })).toMatchObject({
      status: 409,
      body: { error: 'Someone else changed this in the meantime.' },
    })
    // To a practice the lab’s people are the lab.
    expect((await place(tech, testCase)).status).toBe(200)
    const answer = await place(owner, testCase, byShape)
    expect(answer).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/ placed the arches in the meantime/) },
    })
    expect(JSON.stringify(answer.body)).not.toContain('Tina')
    expect((await place(owner, testCase, { version: 2 })).status).toBe(409)
    expect(await listed(owner, testCase)).toMatchObject([{ version: 1, method: 'by_hand' }])
    expect(JSON.stringify(await listed(owner, testCase))).not.toContain('Tina')
  })
})

describe('places', () => {
  it('are those of scans of this case and kind that are shown in 3D', async () => {
    const testCase = await shownCase()
    const ofPractice = await shownCase(testCase.practice)
    const elsewhere = await shownCase()
    const hidden = await shownCase()
    await updateRows(test, hidden.id, sql`update patient_files set mesh_key = null where id = ${hidden.upper}`)
    const removed = await shownCase()
    await updateRows(test, removed.id, sql`update patient_files set deleted_at = now() where id = ${removed.upper}`)
    const own = asItLies(testCase.lower)
    for (const [placed, body] of [
      [testCase, { places: [own, asItLies(ofPractice.upper)] }],
      [testCase, { places: [own, asItLies(elsewhere.upper)] }],
      [testCase, { places: [own, asItLies(2_000_000_000)] }],
      [testCase, { scan_kind: 'submission' }],
      [hidden, {}],
    ] as const) {
      expect(await place(tech, placed, body), JSON.stringify(body)).toMatchObject({
        status: 422,
        body: { error: { places: ['Only scans of the case that are shown in 3D can be placed.'] } },
      })
      expect(await listed(tech, placed)).toEqual([])
    }
    expect(await place(tech, removed)).toMatchObject({
      status: 409,
      body: { error: 'This scan was deleted or replaced in the meantime.' },
    })
    expect(await listed(tech, removed)).toEqual([])
  })

  it('are turned and moved, never mirrored, stretched or sent away', async () => {
    const testCase = await shownCase()
    const { upper } = testCase
    const { rotation } = asItLies(upper)
    const turns = [
      [[-1, 0, 0], rotation[1], rotation[2]],
      [rotation[1], rotation[0], rotation[2]],
      rotation.map((row) => row.map((value) => value * 1.0009)),
      rotation.map((row) => row.map((value) => value * 2)),
      [[1, 0.01, 0], rotation[1], rotation[2]],
      [rotation[0], rotation[0], rotation[2]],
      [
        [0, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
      ],
      [rotation[0], rotation[1]],
      [
        [1, 0],
        [0, 1],
        [0, 0],
      ],
      [[1, 0, null], rotation[1], rotation[2]],
    ]
    const offsets = [
      [5000.1, 0, 0],
      [0, -1e300, 0],
      [0, 0],
      [0, 0, 0, 0],
      [0, 0, null],
      ['1', 0, 0],
    ]
    for (const change of [...turns.map((turn) => ({ rotation: turn })), ...offsets.map((offset) => ({ offset }))])
      expect(
        (await place(tech, testCase, { places: [{ ...asItLies(upper), ...change }] })).status,
        JSON.stringify(change),
      ).toBe(422)
    for (const number of ['1e999', 'NaN']) {
      const text = JSON.stringify({ scan_kind: 'setup', method: 'by_hand', version: 0, places: [asItLies(upper)] })
      const sent = text.replace('"offset":[0', `"offset":[${number}`)
      expect(sent).not.toBe(text)
      const { status } = await test.raw(tech, 'POST', `/patients/${testCase.id}/bites`, sent)
      expect([400, 422], number).toContain(status)
    }
    const bodies = [
      { places: [] },
      { method: 'by_shape' },
      { method: 'by_magic' },
      { scan_kind: 'photo' },
      { version: -1 },
      { version: 100_001 },
      { version: undefined },
      { places: [asItLies(upper), turned(upper, 1, [0, 0, 0])] },
      { places: Array.from({ length: 21 }, (_, at) => asItLies(at + 1)) },
      { note: 'Mine' },
    ]
    for (const body of bodies) expect((await place(tech, testCase, body)).status, JSON.stringify(body)).toBe(422)
    expect(await listed(tech, testCase)).toEqual([])
    expect((await place(tech, testCase, { places: [turned(upper, 2, [5000, -5000, 0])] })).status).toBe(200)
  })

  it('a case holds five hundred versions', async () => {
    const testCase = await shownCase()
    await sql`insert into bites (organization_id, patient_id, scan_kind, version, method, created_by, created_at)
      select ${testCase.practice.id}, ${testCase.id}, case when n > 499 then 'setup' else 'submission' end,
        case when n > 499 then n - 499 else n end, 'by_shape', ${tech.id}, now()
      from generate_series(1, ${maxBites - 1}) n`.execute(test.connection.db)
    expect((await place(tech, testCase)).status).toBe(200)
    expect(await place(tech, testCase, { version: 1 })).toMatchObject({
      status: 409,
      body: { error: 'The arches of this case have been placed 500 times, which is the limit.' },
    })
    expect(await listed(tech, testCase)).toHaveLength(maxBites)
  })
})
