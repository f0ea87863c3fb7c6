import { flawedTrays } from '@archwire/contract/flawed-trays/routes.ts'
import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { printingRequestItems } from '@archwire/contract/requests/item-routes.ts'
import { customerRequests, printingRequests } from '@archwire/contract/requests/routes.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestUser } from '../app.ts'
import type { GivenCase } from '../given.ts'
import { openLab, type Lab } from '../lab.ts'

/** Who prints a corrected tray (`corrections/print`). */
let { test, given, admin, requestOf } = {} as Lab
beforeAll(async () => {
  ;({ test, given, admin, requestOf } = await openLab())
})
afterAll(() => test.close())

const print = (id: number, by: 1 | 2 | 3, change: object = {}) =>
  test.as(admin).call(flawedTrays.update, { params: { id }, body: { print: by, ...change } })
const itemsOf = async (testCase: GivenCase) =>
  (await requestOf(testCase)).printing_request!.printing_request_items.map((item) => ({
    arch: item.arch,
    content: item.content_type_id,
    tray: item.flawed_tray_id,
    made_by: item.assignment ?? null,
    file: item.file_id,
  }))
const office = (arch: number, content: number) => ({ arch, content, tray: null, made_by: 2, file: null })
const startPrint = async (testCase: GivenCase, who = admin) => {
  const { workflow } = await requestOf(testCase)
  const started_at = new Date(Date.now() - 5000).toISOString()
  return test.as(who).call(techWorkflows.saveProcesses, {
    params: { id: workflow!.id },
    body: { processes: [{ id: workflow!.processes[0]!.id, started_at, finished_at: null }] },
  })
}

it('by the lab: the print of the office moves to the lab, ships, and keeps its other items in the office', async () => {
  const testCase = await given.printedCase()
  const [tray] = await given.flawedTrays(testCase)
  const file = await given.correctedTray(testCase, tray!)
  const before = await requestOf(testCase)
  expect(before.printing_request).toMatchObject({ assign_to: 2, location_id: null, ship_date: null })
  const answer = await print(tray!, 1)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const moved = answer.body.customer_request
  expect(moved.printing_request).toMatchObject({ assign_to: 1, shipping_method: 'standard' })
  expect(moved.printing_request!.ship_date).not.toBeNull()
  expect(moved.printing_request!.location).not.toBeNull()
  expect(await itemsOf(testCase)).toEqual([
    office(1, 1),
    { arch: 1, content: 1, tray, made_by: null, file },
    office(1, 5),
    office(2, 1),
    office(2, 5),
  ])
  // The office inserts its brackets itself.
  const steps = moved.workflow!.processes.map(({ process }) => process)
  expect(steps).not.toContain('Insert Brackets')
  expect(steps).toHaveLength(9)
  // The lab prints the corrected tray, and nothing else of the case.
  const listed = await test.as(admin).call(patientFiles.printing, {
    query: { chosen_wi_organization_id: String(testCase.practice.id) },
  })
  expect(listed.body.patient_files.map(({ id }) => id)).toEqual([file])
  // Who prints the whole request is said by its trays now.
  const moves = await test.as(admin).call(printingRequests.assign, {
    params: { id: moved.printing_request!.id },
    body: { assign_to: 2 },
  })
  expect(moves).toMatchObject({
    status: 409,
    body: { error: 'This print replaces a flawed tray. Change who prints the tray instead.' },
  })
  const item = moved.printing_request!.printing_request_items.find(({ flawed_tray_id }) => flawed_tray_id === tray)!
  expect(await test.as(admin).call(printingRequestItems.remove, { params: { id: item.id } })).toMatchObject({
    status: 409,
    body: { error: 'This item replaces a flawed tray. Change who prints the tray instead.' },
  })
  // What ships needs its number, and the lab completes it.
  const { id } = moved
  const complete = (who: TestUser, body: object) =>
    test.as(who).call(customerRequests.complete, { params: { id }, body })
  expect((await complete(testCase.practice.owner, {})).status).toBe(403)
  expect(await complete(admin, {})).toMatchObject({ status: 422, body: { error: { tracking_number: ['Required'] } } })
  expect((await complete(admin, { tracking_number: '1Z999AA10123456784' })).status).toBe(200)
})

it('a corrected tray is free: the case costs the same, no matter who prints (docs/billing.md)', async () => {
  const testCase = await given.printedCase()
  const costs = async () =>
    (
      await sql`select price_lines, price_list, price_overrides from rx_forms where patient_id = ${testCase.id}`.execute(
        test.connection.db,
      )
    ).rows
  const before = await costs()
  const [tray] = await given.flawedTrays(testCase)
  await given.correctedTray(testCase, tray!)
  expect((await print(tray!, 1)).status).toBe(200)
  expect(before).toHaveLength(1)
  expect(await costs()).toEqual(before)
})

it('and back in the office: the item, the shipping and the steps no longer exist', async () => {
  const testCase = await given.printedCase()
  const [upper, lower] = await given.flawedTrays(testCase, [1, 2])
  const before = await itemsOf(testCase)
  expect((await print(upper!, 1)).status).toBe(200)
  expect((await print(lower!, 1)).status).toBe(200)
  expect((await itemsOf(testCase)).filter(({ tray }) => tray !== null)).toHaveLength(2)
  expect((await print(upper!, 2)).body.customer_request.printing_request).toMatchObject({ assign_to: 1 })
  const back = (await print(lower!, 2)).body.customer_request
  expect(back).toMatchObject({ workflow: null, printing_request: { assign_to: 2, location_id: null, ship_date: null } })
  expect(await itemsOf(testCase)).toEqual(before)
  // A tray that is taken out takes its item along.
  expect((await print(upper!, 1)).status).toBe(200)
  expect((await test.as(admin).call(flawedTrays.remove, { params: { id: upper! } })).status).toBe(200)
  expect(await itemsOf(testCase)).toEqual(before)
  expect((await requestOf(testCase)).printing_request!.assign_to).toBe(2)
})

it('by the partner, where there is one, and by one party in all', async () => {
  const alone = await given.printedCase()
  const [without] = await given.flawedTrays(alone)
  expect(await print(without!, 3)).toMatchObject({
    status: 422,
    body: { error: { print: ['This practice has no partner lab.'] } },
  })
  const practice = await given.practice({ partner: true })
  const testCase = await given.printedCase({ practice })
  const [upper, lower] = await given.flawedTrays(testCase, [1, 2])
  const partner = practice.partner!.user
  const seen = async () => (await test.as(partner).call(patients.get, { params: { id: testCase.id } })).status
  expect(await seen()).toBe(404)
  expect((await print(upper!, 3)).status).toBe(200)
  expect(await seen()).toBe(200)
  expect((await print(lower!, 1)).status).toBe(409)
  // The only tray that is printed elsewhere may change hands.
  expect((await print(upper!, 1)).body.customer_request.printing_request).toMatchObject({ assign_to: 1 })
  expect(await seen()).toBe(404)
  expect((await print(lower!, 1)).status).toBe(200)
})

it('of a print of the partner: the partner alone, beside its other items', async () => {
  const practice = await given.practice({ partner: true })
  const testCase = await given.printedCase({ practice, print: 3 })
  const partner = practice.partner!.user
  const asked = await test.as(partner).call(flawedTrays.request, {
    params: { id: practice.id },
    body: { patient_id: testCase.id, arches: [{ jaw_type_id: 1, is_flawed: true }] },
  })
  expect(asked.status, JSON.stringify(asked.body)).toBe(200)
  const [tray] = asked.body.customer_request.flawed_trays
  expect((await print(tray!.id, 1)).status).toBe(409)
  expect((await print(tray!.id, 3)).status).toBe(200)
  expect((await itemsOf(testCase)).map(({ made_by }) => made_by)).toEqual([null, null, null, null, null])
  expect((await print(tray!.id, 2)).status).toBe(200)
  expect(await itemsOf(testCase)).toHaveLength(4)
})

it('a patient label that names other items is printed again (requests/labels)', async () => {
  const practice = await given.practice({ partner: true })
  const testCase = await given.printedCase({ practice, print: 3 })
  const asked = await test.as(admin).call(flawedTrays.request, {
    params: { id: practice.id },
    body: { patient_id: testCase.id, arches: [{ jaw_type_id: 1, is_flawed: true }] },
  })
  const { id, flawed_trays } = asked.body.customer_request
  const printed = async () => (await requestOf(testCase)).printing_request!.patient_label_printed
  for (const by of [3, 2] as const) {
    const marked = await test.as(admin).call(customerRequests.patientLabelPrinted, { params: { id } })
    expect(marked.body.customer_request.printing_request!.patient_label_printed).toBe(true)
    expect((await print(flawed_trays[0]!.id, by)).status).toBe(200)
    expect(await printed()).toBe(false)
  }
})

it('beside at least one item of the print itself, which the practice cannot take out', async () => {
  const testCase = await given.printedCase()
  const [tray] = await given.flawedTrays(testCase)
  const { printing_request } = (await print(tray!, 1)).body.customer_request
  const own = printing_request!.printing_request_items.filter(({ flawed_tray_id }) => flawed_tray_id === null)
  const remove = ({ id }: { id: number }) =>
    test.as(testCase.practice.owner).call(printingRequestItems.remove, { params: { id } })
  for (const item of own.slice(1)) expect((await remove(item)).status).toBe(200)
  expect(await remove(own[0]!)).toMatchObject({
    status: 409,
    body: { error: 'This is the last item of the print besides its corrected trays.' },
  })
  expect((await print(tray!, 2)).status).toBe(200)
  expect(await itemsOf(testCase)).toHaveLength(1)
})

it('no longer once work on the print has started; a tray that is not printed elsewhere may still be changed', async () => {
  const testCase = await given.printedCase()
  const [upper, lower] = await given.flawedTrays(testCase, [1, 2])
  expect((await print(upper!, 1)).status).toBe(200)
  expect((await startPrint(testCase)).status).toBe(200)
  const started = { status: 409, body: { error: 'Work on this print has started.' } }
  expect(await print(upper!, 2)).toMatchObject(started)
  expect(await print(lower!, 1)).toMatchObject(started)
  expect(await test.as(admin).call(flawedTrays.remove, { params: { id: upper! } })).toMatchObject(started)
  expect((await print(lower!, 2, { cause: 'print' })).status).toBe(200)
  // Its file may follow: it is printed from the corrected file.
  const file = await given.correctedTray(testCase, upper!)
  expect((await itemsOf(testCase)).find(({ tray }) => tray === upper)!.file).toBe(file)
  expect(await print(upper!, 1, { corrected_file_id: null })).toMatchObject(started)
})

it('to the location that was asked for', async () => {
  const testCase = await given.printedCase()
  const { rows } = await sql<{ id: number }>`
    insert into locations (organization_id, location_name, first_name, last_name, email, phone_number, street_address, city, state, zip_code, country, is_main)
    select organization_id, 'Second', first_name, last_name, email, phone_number, street_address, city, state, zip_code, country, false from locations
    where organization_id = ${testCase.practice.id} and is_main returning id`.execute(test.connection.db)
  const location_id = rows[0]!.id
  const asked = await test.as(testCase.practice.owner).call(flawedTrays.request, {
    params: { id: testCase.practice.id },
    body: { patient_id: testCase.id, location_id, arches: [{ jaw_type_id: 2, is_flawed: true }] },
  })
  const [tray] = asked.body.customer_request.flawed_trays
  expect((await print(tray!.id, 1)).body.customer_request.printing_request).toMatchObject({ location_id })
})
