import { caseTrays } from '@archwire/contract/case-trays/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { crowd } from '../crowd.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'

let test: TestApp
let given: Given
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
})
afterAll(() => test.close())

const fresh = () => `T${given.unique().slice(-9)}`.toUpperCase()
const send = (who: TestUser, tray_number: string, cases: readonly { id: number }[]) =>
  test.as(who).call(caseTrays.create, { body: { tray_number, case_ids: cases.map(({ id }) => id) } })
const create = async (...cases: GivenCase[]) => {
  const { status, body } = await send(admin, fresh(), cases)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.case_tray
}
const read = async (id: number, who = admin) => (await test.as(who).call(patients.get, { params: { id } })).body.patient
const trays = async (query: object, who = admin) =>
  (await test.as(who).call(caseTrays.list, { query: { perPage: '200', ...query } as never })).body.case_trays

it('cases of several practices go into one tray, in the order in which they were chosen', async () => {
  const [first, second] = [await given.case(), await given.case()]
  const { status, body } = await send(admin, fresh().toLowerCase(), [second, first])
  expect(status).toBe(200)
  expect(body.case_tray).toMatchObject({
    tray_number: expect.stringMatching(/^[A-Z0-9]+$/) as string,
    shipping_id_text: null,
    deleted_at: null,
    can: { archive: true, generate_shipping_id: true },
  })
  expect(body.case_tray.patients.map(({ id }) => id)).toEqual([second.id, first.id])
  expect(await read(first.id)).toMatchObject({
    case_tray_number: body.case_tray.tray_number,
    case_tray: { id: body.case_tray.id, shipping_id_text: null },
  })
  const happened = async (who: TestUser) =>
    (await test.as(who).call(patients.history, { params: { id: first.id } })).body.history.map(({ label }) => label)
  expect(await happened(admin)).toContain('Put into a tray')
  // What the lab does inside is no matter of the practice, but for the number on the tray.
  const theirs = await read(first.id, first.practice.owner)
  expect(theirs.case_tray_number).toBe(body.case_tray.tray_number)
  expect(await happened(first.practice.owner)).not.toContain('Put into a tray')
})

describe('a tray is refused whole', () => {
  it('for cases that are elsewhere, archived or on hold, each by name', async () => {
    const [fine, there, archived, held] = [
      await given.case(),
      await given.case(),
      await given.case(),
      await given.case(),
    ]
    const tray = await create(there)
    await test.as(admin).call(patients.archive, { params: { id: archived.id } })
    const hold = { action_owner_name: 'Ada', reason: 'Waits', should_notify_doctor: false }
    await test.as(admin).call(patients.toggleHold, { params: { id: held.id }, body: hold })
    const names = await Promise.all([there, archived, held].map(async (each) => (await read(each.id)).full_name))
    expect(await send(admin, fresh(), [fine, held, archived, there])).toMatchObject({
      status: 409,
      body: {
        error: `${names[0]} is in tray ${tray.tray_number}. ${names[1]} is archived. ${names[2]} is on hold.`,
      },
    })
    expect(await read(fine.id)).not.toHaveProperty('case_tray')
  })

  it.each([
    ['', [1], { tray_number: ['Required'] }],
    ['T2345678901', [1], { tray_number: ['Max 10 characters allowed'] }],
    ['T-1', [1], { tray_number: ['Only alphanumeric characters allowed'] }],
    ['T1', [], { case_ids: ['Select at least one case.'] }],
    ['T1', [1, 2, 3, 4, 5, 6, 7, 8, 9], { case_ids: ['A tray holds at most 8 cases.'] }],
    ['T1', [1, 1], { case_ids: ['Each case can be listed only once.'] }],
  ])('for the number %j with the cases %j', async (tray_number, case_ids, error) => {
    const answer = await test.raw(admin, 'POST', '/patients/case-trays', { tray_number, case_ids })
    expect(answer).toMatchObject({ status: 422, body: { error } })
  })

  it('for a number that another one has; an archived one gives its number free', async () => {
    const { id, tray_number } = await create(await given.case())
    const next = await given.case()
    expect(await send(admin, tray_number.toLowerCase(), [next])).toMatchObject({
      status: 422,
      body: { error: { tray_number: [`Tray ${tray_number} already exists.`] } },
    })
    await test.as(admin).call(caseTrays.archive, { params: { id } })
    expect(await send(admin, tray_number, [next])).toMatchObject({ status: 200 })
  })
})

it('a tray is archived with all its cases, once; restored, a case is free for another tray', async () => {
  const cases = await Promise.all([1, 2, 3].map(() => given.case()))
  const tray = await create(...cases)
  await test.as(admin).call(patients.archive, { params: { id: cases[2]!.id } })
  const answers = await crowd(10, () => test.as(admin).call(caseTrays.archive, { params: { id: tray.id } }))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(409)])
  const gone = (await trays({ 'filter[archived_only]': '1', 'filter[tray_number]': tray.tray_number }))[0]!
  expect(gone.patients.map(({ id, deleted_at }) => [id, deleted_at !== null])).toEqual(
    cases.map(({ id }) => [id, true]),
  )
  expect(await trays({ 'filter[tray_number]': tray.tray_number })).toEqual([])
  const refused = await test.as(admin).call(caseTrays.generateShippingId, { params: { id: tray.id } })
  expect(refused).toMatchObject({ status: 409, body: { error: 'This tray is archived.' } })
  await test.as(admin).call(patients.restore, { params: { id: cases[0]!.id } })
  expect(await read(cases[0]!.id)).not.toHaveProperty('case_tray')
  await create(cases[0]!)
})

it('a Tray ID is generated once, and no two trays get the same', async () => {
  const threeTrays = await Promise.all([1, 2, 3].map(async () => create(await given.case())))
  const generate = (id: number) => test.as(admin).call(caseTrays.generateShippingId, { params: { id } })
  const answers = await crowd(30, (index) => generate(threeTrays[index % 3]!.id))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true)
  const ids = answers.flatMap(({ status, body }) => (status === 200 ? [body.case_tray.shipping_id_text] : []))
  expect(new Set(ids).size).toBe(3)
  for (const id of ids) expect(id).toMatch(/^TRAY-\d{4}-\d+$/)
  expect(await generate(threeTrays[0]!.id)).toMatchObject({
    status: 409,
    body: { error: 'This tray already has a Tray ID.' },
  })
})

it('of 50 trays at once that want the same cases each case gets one, and no one waits for ever', async () => {
  const cases = await Promise.all(Array.from({ length: 12 }, () => given.case()))
  const answers = await crowd(50, (index) =>
    send(
      admin,
      fresh(),
      Array.from({ length: 1 + (index % 8) }, (_, at) => cases[(index * 5 + at * 7) % 12]!).filter(
        (each, at, all) => all.indexOf(each) === at,
      ),
    ),
  )
  expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true)
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  const { rows } = await sql<{ cases: number; places: number }>`
    select count(distinct patient_id)::int as cases, count(*)::int as places from case_tray_cases
    where left_at is null and patient_id = any(${cases.map(({ id }) => id)}::int[])`.execute(test.connection.db)
  expect(rows[0]!.places).toBe(rows[0]!.cases)
  const lain = answers.flatMap(({ status, body }) => (status === 200 ? body.case_tray.patients : []))
  expect(lain).toHaveLength(rows[0]!.places)
})

it('trays are found by number, patient, doctor, practice, hold, rush and shipping', async () => {
  const [searched, other] = [await given.case(), await given.case()]
  const [tray, second] = [await create(searched), await create(other)]
  const found = async (query: object) => (await trays(query)).map(({ id }) => id)
  const { case_code, user, organization } = await read(searched.id)
  expect(await found({ 'filter[search]': tray.tray_number.slice(1) })).toEqual([tray.id])
  expect(await found({ 'filter[search]': case_code })).toEqual([tray.id])
  expect(await found({ 'filter[doctor_or_organization]': organization.name })).toEqual([tray.id])
  expect(
    await found({ 'filter[doctor_or_organization]': user!.full_name, 'filter[tray_number]': tray.tray_number }),
  ).toEqual([tray.id])
  expect(await found({ chosen_wi_organization_id: String(searched.practice.id) })).toEqual([tray.id])
  const all = { 'filter[active_only]': '1' }
  expect(await found(all)).toEqual(expect.arrayContaining([tray.id, second.id]))
  expect((await found({ sort: 'created_at' })).indexOf(tray.id)).toBeLessThan(
    (await found({ sort: 'created_at' })).indexOf(second.id),
  )
  expect(await found({ 'filter[only_on_hold]': '1' })).not.toContain(tray.id)
  const hold = { action_owner_name: 'Ada', reason: 'Waits', should_notify_doctor: false }
  await test.as(admin).call(patients.toggleHold, { params: { id: searched.id }, body: hold })
  expect(await found({ 'filter[only_on_hold]': '1' })).toContain(tray.id)
  expect(await found({ 'filter[rush_case_only]': '1' })).not.toContain(tray.id)
  expect(await found({ 'filter[shipping]': '1' })).not.toContain(tray.id)
  await test.as(admin).call(caseTrays.generateShippingId, { params: { id: tray.id } })
  expect(await found({ 'filter[shipping]': '1' })).toContain(tray.id)
  const withoutTray = async ({ practice }: GivenCase) => {
    const query = { 'filter[without_tray]': '1', chosen_wi_organization_id: String(practice.id) }
    const { body } = await test
      .as(admin)
      .call(patients.list, { query: { 'filter[active_request_only]': '0', ...query } as never })
    return body.patients.map(({ id }) => id)
  }
  const free = await given.case({ practice: other.practice })
  // The case beside it has a tray.
  expect(await withoutTray(free)).toEqual([free.id])
})

it('staff read trays, a partner those with its cases and only these in them, a practice none', async () => {
  const practice = await given.practice({ partner: true })
  const [shared, strange] = [await given.case({ practice, form: { submission_completed_by: 3 } }), await given.case()]
  const [mixed, foreign] = [await create(shared, strange), await create(await given.case())]
  const partner = practice.partner!.user
  expect((await trays({}, partner)).map(({ id, patients: inside }) => [id, inside.map((each) => each.id)])).toEqual([
    [mixed.id, [shared.id]],
  ])
  const get = (who: TestUser, id: number) => test.as(who).call(caseTrays.get, { params: { id } })
  expect((await get(partner, mixed.id)).body.case_tray.can).toEqual({ archive: false, generate_shipping_id: false })
  expect((await get(partner, foreign.id)).status).toBe(404)
  // Whether a stranger has a number is not to be found out either.
  expect(await trays({ 'filter[search]': foreign.tray_number }, partner)).toEqual([])
  for (const role of ['supervisor', 'tech_support'] as const) {
    const who = await given.user(role)
    expect((await get(who, mixed.id)).body.case_tray.patients).toHaveLength(2)
    expect((await send(who, fresh(), [await given.case()])).status).toBe(403)
  }
  expect((await get(practice.owner, mixed.id)).status).toBe(403)
})
