import { measurements } from '@archwire/contract/measurements/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { at, updateRows, measuring, origin, type Measuring } from '../shown-case.ts'

let test: TestApp
let given: Given
let tech: TestUser
let save: Measuring['save']
let saveTooth: Measuring['saveTooth']
let saveWidth: Measuring['saveWidth']
let listed: Measuring['listed']
let shownCase: Measuring['shownCase']
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('tech_support', ['Tina', 'Tech'])
  ;({ save, saveTooth, saveWidth, listed, shownCase } = measuring(test, given, tech))
})
afterAll(() => test.close())

it('refuses what cannot be', async () => {
  const testCase = await shownCase()
  const two = at(testCase.upper, origin, [1, 0, 0])
  const three = at(testCase.upper, [1, 0, 0], origin, [0, 1, 0])
  const bad = [
    { kind: 'distance', points: at(testCase.upper, origin) },
    { kind: 'distance', points: three },
    { kind: 'angle', points: two },
    { kind: 'distance', points: at(testCase.upper, origin, origin) },
    { kind: 'distance', points: at(testCase.upper, origin, [0, 0, 0.004]) },
    { kind: 'angle', points: at(testCase.upper, [1, 0, 0], origin, origin) },
    { kind: 'distance', points: at(testCase.upper, origin, [0, 0, 1000.5]) },
    { kind: 'distance', place: 'canines', points: two },
    { kind: 'arch_width', points: two },
    { kind: 'arch_width', place: 'incisors', points: two },
    { kind: 'arch_width', place: 8, points: two },
    { kind: 'tooth_size', points: two },
    { kind: 'tooth_size', place: 0, points: two },
    { kind: 'tooth_size', place: 33, points: two },
    { kind: 'tooth_size', place: 8.5, points: two },
    { kind: 'tooth_size', place: 'canines', points: two },
    { kind: 'area', points: two },
    { kind: 'distance', scan_kind: 'photo', points: two },
    { kind: 'distance', points: two, note: 'Mine' },
    { kind: 'distance', points: [{ ...two[0], jaw: 1 }, two[1]] },
  ]
  for (const body of bad) expect((await save(tech, testCase, body)).status, JSON.stringify(body)).toBe(422)
  const far = `{"kind":"distance","scan_kind":"setup","points":[{"file_id":${testCase.upper},"point":[0,0,1e999]},{"file_id":${testCase.upper},"point":[0,0,0]}]}`
  expect((await test.raw(tech, 'POST', `/patients/${testCase.id}/measurements`, far)).status).toBe(422)
  expect(await listed(tech, testCase)).toEqual([])
})

it('tooth and arch must fit the scan that the points are on', async () => {
  const testCase = await shownCase()
  expect((await saveTooth(tech, testCase, 24, 5.4)).body).toMatchObject({
    error: { place: ['Tooth 24 is in the lower arch, but the points are on the other arch.'] },
  })
  expect((await saveTooth(tech, testCase, 8, 8.5, testCase.lower)).status).toBe(422)
  const across = [...at(testCase.upper, origin), ...at(testCase.lower, [35, 0, 0])]
  expect((await saveWidth(tech, testCase, 35, { points: across })).status).toBe(422)
})

it('takes only scans of this case that are shown, of the kind that is said', async () => {
  const testCase = await shownCase()
  const other = await shownCase(testCase.practice)
  const [own] = at(testCase.upper, origin)
  for (const body of [
    { points: [own, ...at(other.upper, [1, 0, 0])] },
    { points: at(testCase.upper, origin, [1, 0, 0]), scan_kind: 'submission' },
    { points: [own, ...at(2_000_000_000, [1, 0, 0])] },
  ])
    expect((await save(tech, testCase, { kind: 'distance', ...body })).status, JSON.stringify(body)).toBe(422)
  await updateRows(test, testCase.id, sql`update patient_files set mesh_key = null where id = ${testCase.upper}`)
  expect((await saveWidth(tech, testCase, 34)).body).toMatchObject({
    error: { points: ['The points must be on scans of the case that are shown in 3D.'] },
  })
})

it('the same intent twice saves one', async () => {
  const testCase = await shownCase()
  const input = {
    params: { id: testCase.id },
    body: { kind: 'distance', scan_kind: 'setup', points: at(testCase.upper, origin, [2, 0, 0]) } as never,
  }
  const key = { 'idempotency-key': 'measured-once' }
  const answers = await Promise.all([1, 2].map(() => test.as(tech).call(measurements.create, input, key)))
  expect(answers.map(({ status }) => status)).toContain(200)
  expect((await test.as(tech).call(measurements.create, input, key)).status).toBe(200)
  expect(await listed(tech, testCase)).toHaveLength(1)
})

it('those on a replaced scan stay and say so; a new one of the place is about the new scan', async () => {
  const testCase = await shownCase()
  await saveWidth(tech, testCase, 34)
  await saveTooth(tech, testCase, 8, 8.5)
  await updateRows(test, testCase.id, sql`update patient_files set deleted_at = now() where id = ${testCase.upper}`)
  expect(await listed(testCase.practice.owner, testCase)).toMatchObject([
    { value: 34, is_earlier: true },
    { value: 8.5, is_earlier: true },
  ])
  expect((await saveWidth(tech, testCase, 35)).status).toBe(409)
  const points = at(testCase.both, origin, [35, 0, 0])
  expect((await saveWidth(tech, testCase, 35, { points, jaw: 'upper' })).status).toBe(200)
  expect(await listed(tech, testCase)).toMatchObject([
    { kind: 'tooth_size', is_earlier: true },
    { kind: 'arch_width', value: 35, is_earlier: false },
  ])
})
