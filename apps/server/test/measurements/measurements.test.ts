import { measurements, type NewMeasurement } from '@archwire/contract/measurements/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staleCaseRows } from '../../src/modules/case-core/case-row.sql.ts'
import { saveMeasurement } from '../../src/modules/measurements/commands.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { crowd } from '../crowd.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'
import { at, updateRows, measuring, origin, type Measuring } from '../shown-case.ts'
import { countEvents } from '../told.ts'

let test: TestApp
let given: Given
let tech: TestUser
let save: Measuring['save']
let saveTooth: Measuring['saveTooth']
let saveWidth: Measuring['saveWidth']
let remove: Measuring['remove']
let listed: Measuring['listed']
let shownCase: Measuring['shownCase']
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('tech_support', ['Tina', 'Tech'])
  ;({ save, saveTooth, saveWidth, remove, listed, shownCase } = measuring(test, given, tech))
})
afterAll(() => test.close())

const eventsOf = async (who: TestUser, { id }: GivenCase) =>
  (await test.as(who).call(patients.history, { params: { id } })).body.history
    .filter(({ event }) => event.startsWith('measurement_'))
    .map(({ event, note }) => `${event} ${note}`)
    .toSorted((a, b) => a.localeCompare(b))

it('a doctor measures, the technician sees it, a second width of the place takes the first one’s, the history tells', async () => {
  const testCase = await shownCase()
  const { owner } = testCase.practice
  const answer = await save(owner, testCase, {
    kind: 'arch_width',
    place: 'canines',
    points: at(testCase.upper, [-17, 0, 1], [17.0044, 0.5, 1]),
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.body).toMatchObject({
    message: 'Saved. Arch width, upper canines: 34.01 mm',
    measurement: {
      scan_kind: 'setup',
      kind: 'arch_width',
      jaw: 'upper',
      place: 'canines',
      value: 34.01,
      points: [
        { file_id: testCase.upper, point: [-17, 0, 1] },
        { file_id: testCase.upper, point: [17.0044, 0.5, 1] },
      ],
      author: { full_name: 'Olga Owner', is_management: false },
      is_earlier: false,
      can: { remove: true },
    },
  })
  expect(await listed(tech, testCase)).toMatchObject([{ id: answer.body.measurement.id, can: { remove: true } }])

  // Another place and the other arch stand beside it; the same place takes its place.
  await saveWidth(owner, testCase, 41, { place: 'first_molars' })
  await saveWidth(owner, testCase, 26.5, { points: at(testCase.lower, origin, [26.5, 0, 0]) })
  const again = await saveWidth(tech, testCase, 33.9)
  expect(again.status).toBe(200)
  expect((await listed(owner, testCase)).map(({ jaw, place, value }) => [jaw, place, value])).toEqual([
    ['upper', 'first_molars', 41],
    ['lower', 'canines', 26.5],
    ['upper', 'canines', 33.9],
  ])
  expect((await remove(tech, again.body.measurement.id)).body.message).toBe('The measurement is removed.')
  expect(await listed(owner, testCase)).toHaveLength(2)
  expect(await eventsOf(owner, testCase)).toEqual([
    'measurement_removed Arch width, upper canines: 33.90 mm',
    'measurement_saved Arch width, lower canines: 26.50 mm',
    'measurement_saved Arch width, upper canines: 33.90 mm (was 34.01 mm)',
    'measurement_saved Arch width, upper canines: 34.01 mm',
    'measurement_saved Arch width, upper first molars: 41.00 mm',
  ])
  const actor = await given.actor(owner)
  const more: NewMeasurement = {
    kind: 'distance',
    place: null,
    scan_kind: 'setup',
    points: at(testCase.upper, origin, [0, 0, 7]),
  }
  expect(await countEvents(test, testCase.id, (trx) => saveMeasurement(trx, actor, testCase.id, more))).toBe(1)
  expect(await staleCaseRows(test.connection.db)).not.toContain(testCase.id)
})

describe('figures', () => {
  it('are taken from the points, never believed', async () => {
    const testCase = await shownCase()
    const distance = await save(tech, testCase, { kind: 'distance', points: at(testCase.upper, origin, [3, 4, 12]) })
    expect(distance.body.measurement).toMatchObject({ kind: 'distance', jaw: null, place: null, value: 13 })
    const angle = await save(tech, testCase, {
      kind: 'angle',
      place: null,
      points: at(testCase.upper, [2, 0, 0], origin, [0, 5, 0]),
    })
    expect(angle.body.measurement.value).toBe(90)
    expect(
      (await save(tech, testCase, { kind: 'distance', value: 1, points: at(testCase.upper, origin, [1, 0, 0]) }))
        .status,
    ).toBe(422)
  })

  it('go from one file to another of the same scans', async () => {
    const testCase = await shownCase()
    const points = [...at(testCase.upper, origin), ...at(testCase.lower, [0, 0, -4.5])]
    expect((await save(tech, testCase, { kind: 'distance', points })).body.measurement).toMatchObject({
      value: 4.5,
      points: [{ file_id: testCase.upper }, { file_id: testCase.lower }],
    })
  })

  it('several distances stand side by side', async () => {
    const testCase = await shownCase()
    for (const mm of [1, 1, 2])
      await save(tech, testCase, { kind: 'distance', points: at(testCase.upper, origin, [mm, 0, 0]) })
    expect((await listed(tech, testCase)).map(({ value }) => value)).toEqual([1, 1, 2])
  })
})

describe('places', () => {
  it('fifty at once leave one', async () => {
    const testCase = await shownCase()
    const answers = await crowd(50, (n) => saveWidth(tech, testCase, 30 + n / 10))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await listed(tech, testCase)).toHaveLength(1)
    expect(await eventsOf(tech, testCase)).toHaveLength(50)
  })

  it('a tooth has one size, and each of its scans its own', async () => {
    const testCase = await shownCase()
    await saveTooth(tech, testCase, 8, 8.5)
    await saveTooth(tech, testCase, 8, 8.6)
    await saveTooth(tech, testCase, 9, 8.4, testCase.both)
    await saveTooth(tech, testCase, 25, 5.4, testCase.both)
    expect((await listed(tech, testCase)).map(({ jaw, place, value }) => [jaw, place, value])).toEqual([
      ['upper', 8, 8.6],
      ['upper', 9, 8.4],
      ['lower', 25, 5.4],
    ])
  })

  it('a file of both arches does not say which one it is', async () => {
    const testCase = await shownCase()
    const points = at(testCase.both, origin, [35, 0, 0])
    expect((await saveWidth(tech, testCase, 35, { points })).body).toMatchObject({
      error: { jaw: ['Choose the arch, because the scan shows both.'] },
    })
    expect((await saveWidth(tech, testCase, 35, { points, jaw: 'lower' })).body.measurement.jaw).toBe('lower')
    expect((await saveWidth(tech, testCase, 35, { jaw: 'lower' })).status).toBe(422)
  })

  it('a case holds two hundred; one in the place of another still goes', async () => {
    const testCase = await shownCase()
    const width = (await saveWidth(tech, testCase, 34)).body.measurement
    await sql`with many as (
        insert into measurements (organization_id, patient_id, scan_kind, kind, created_by, created_at)
        select ${testCase.practice.id}, ${testCase.id}, 'setup', 'distance', ${tech.id}, now() from generate_series(1, 199) returning id)
      insert into measurement_points (organization_id, patient_id, measurement_id, position, file_id, x, y, z)
      select ${testCase.practice.id}, ${testCase.id}, many.id, n, ${testCase.upper}, n, 0, 0 from many, generate_series(1, 2) n`.execute(
      test.connection.db,
    )
    expect(await listed(tech, testCase)).toHaveLength(200)
    const more = { kind: 'distance', points: at(testCase.upper, origin, [1, 0, 0]) }
    expect(await save(tech, testCase, more)).toMatchObject({
      status: 409,
      body: { error: 'A case can have at most 200 measurements. Remove some first.' },
    })
    const again = await saveWidth(tech, testCase, 35)
    expect(again.status).toBe(200)
    expect(again.body.measurement.id).not.toBe(width.id)
    await remove(tech, again.body.measurement.id)
    expect((await save(tech, testCase, more)).status).toBe(200)
  })
})

describe('who', () => {
  it('everyone who sees the case adds; removing is the author’s and the staff’s', async () => {
    const practice = await given.practice({ partner: true })
    const testCase = await shownCase(practice)
    await updateRows(
      test,
      testCase.id,
      sql`update patients set partner_organization_id = ${practice.partner!.id} where id = ${testCase.id}`,
    )
    const partner = practice.partner!.user
    const { id } = (await saveTooth(partner, testCase, 8, 8.5)).body.measurement
    for (const [who, mayRemove, tooth] of [
      [practice.owner, false, 9],
      [practice.manager, false, 10],
      [practice.assistant, false, 11],
      [tech, true, 12],
      [partner, true, 13],
    ] as const) {
      const found = (await listed(who, testCase)).find((each) => each.id === id)
      expect(found!.can, who.role ?? '').toEqual({ remove: mayRemove })
      if (!mayRemove) {
        expect((await remove(who, id)).status).toBe(403)
        expect((await saveTooth(who, testCase, 8, 9)).status, 'to replace is to remove').toBe(403)
      }
      expect((await saveTooth(who, testCase, tooth, 8)).status).toBe(200)
    }
    expect((await remove(partner, id)).status).toBe(200)
    expect((await remove(partner, id)).status).toBe(404)
  })

  it('strangers find nothing: another practice, another partner, a member whose case it is not', async () => {
    const testCase = await shownCase()
    const { id } = (await saveWidth(testCase.practice.owner, testCase, 34)).body.measurement
    const other = await given.practice({ partner: true })
    for (const who of [other.owner, other.partner!.user, testCase.practice.member]) {
      expect((await test.as(who).call(measurements.list, { params: { id: testCase.id } })).status).toBe(404)
      expect((await saveWidth(who, testCase, 35)).status).toBe(404)
      expect((await remove(who, id)).status).toBe(404)
    }
    expect((await test.as(null).call(measurements.list, { params: { id: testCase.id } })).status).toBe(401)
    expect(await listed(testCase.practice.owner, testCase)).toMatchObject([{ id, value: 34 }])
  })

  it('a disabled practice reads only; the lab still writes', async () => {
    const testCase = await shownCase()
    const { owner } = testCase.practice
    const { id } = (await saveWidth(owner, testCase, 34)).body.measurement
    await sql`update organizations set disabled_at = now() where id = ${testCase.practice.id}`.execute(
      test.connection.db,
    )
    expect(await listed(owner, testCase)).toMatchObject([{ can: { remove: false } }])
    for (const [who, mayAdd] of [
      [owner, false],
      [tech, true],
    ] as const)
      expect((await test.as(who).call(measurements.list, { params: { id: testCase.id } })).body.can).toEqual({
        add: mayAdd,
      })
    expect((await saveWidth(owner, testCase, 35)).status).toBe(403)
    expect((await remove(owner, id)).status).toBe(403)
    expect((await saveWidth(tech, testCase, 35)).status).toBe(200)
  })

  it('an archived case keeps its measurements as they are: 403 first, then 409', async () => {
    const testCase = await shownCase()
    const { owner, manager } = testCase.practice
    const { id } = (await saveWidth(owner, testCase, 34)).body.measurement
    await updateRows(test, testCase.id, sql`update patients set deleted_at = now() where id = ${testCase.id}`)
    const list = await test.as(tech).call(measurements.list, { params: { id: testCase.id } })
    expect(list.body).toMatchObject({ measurements: [{ can: { remove: false } }], can: { add: false } })
    expect(await saveWidth(tech, testCase, 35)).toMatchObject({
      status: 409,
      body: { error: 'This case is archived.' },
    })
    expect((await remove(tech, id)).status).toBe(409)
    expect((await remove(manager, id)).status).toBe(403)
  })
})
