import { addDays, addMonths, weekday } from '@archwire/contract/core/dates.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { customerRequests, printingRequests } from '@archwire/contract/requests/routes.ts'
import { shipping } from '@archwire/contract/shipping/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'

let test: TestApp
let given: Given
let tech: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('supervisor')
})
afterAll(() => test.close())

/** The open print of a case. */
async function printOf(testCase: GivenCase) {
  const { patient } = (await test.as(tech).call(patients.get, { params: { id: testCase.id } })).body
  const { body } = await test.as(tech).call(customerRequests.get, { params: { id: patient.open_request_id! } })
  return body.customer_request.printing_request!
}

it('shipping takes only days that its way makes; what was promised stays (requests/arrival)', async () => {
  const testCase = await given.case({
    stage: 'approved',
    tech,
    form: { export_type: 1, print_assignment: 1, insert_brackets_assignment: 1, shipping_method: 'standard' },
  })
  const print = await printOf(testCase)
  const promised = {
    patient_id: testCase.id,
    location_id: print.location_id!,
    shipping_method_id: print.shipping_method_id!,
    expected_arrival_date: print.expected_arrival_date!,
    delivery_date_from: print.delivery_date_from!,
    delivery_date_to: print.delivery_date_to!,
  }
  const change = async (body: object) => {
    const answer = await test
      .as(tech)
      .call(printingRequests.shipping, { params: { id: print.id }, body: { ...promised, ...body } })
    return answer.status === 200 ? 'saved' : (answer.body as unknown as { error: unknown }).error
  }
  const { shipping_methods } = (await test.as(tech).call(shipping.methods, { query: {} as never })).body
  const standard = shipping_methods.find(({ id_string }) => id_string === 'standard')!
  const later = shipping_methods.find(({ id_string }) => id_string === 'international')!.arrival_date
  const sunday = addDays(later, 7 - weekday(later))
  const to = (day: string) => ({ expected_arrival_date: day, delivery_date_from: day, delivery_date_to: day })
  const notThen = { expected_arrival_date: ['Selected date is not a valid business date'] }
  expect(await change(to(standard.delivery_date_from))).toEqual({ expected_arrival_date: ['Invalid date'] })
  expect(await change(to(sunday))).toEqual(notThen)
  expect(await change(to(addMonths(later, 7)))).toEqual(notThen)
  const notFrom = { delivery_date_from: ['Selected date is not a valid business date'] }
  expect(await change({ ...to(sunday), expected_arrival_date: later })).toEqual(notFrom)
  // The window starts no earlier than that of the earliest arrival, and ends with the arrival (requests/window).
  const early = { delivery_date_from: ['Invalid date'] }
  expect(await change({ ...to(later), delivery_date_from: '2020-01-06' })).toEqual(early)
  expect(await change({ delivery_date_from: '2020-01-06' })).toEqual(early)
  const notTo = { delivery_date_to: ['Invalid date'] }
  expect(await change({ ...to(later), delivery_date_to: '2199-12-30' })).toEqual(notTo)
  expect(await change({ delivery_date_to: '2199-12-30' })).toEqual(notTo)
  expect(await change({ ...to(later), delivery_date_from: standard.delivery_date_from })).toBe('saved')
  // The dates that a way brings along are always possible.
  for (const { id, available, arrival_date, ...days } of shipping_methods.filter(({ available }) => available))
    expect(
      await change({
        shipping_method_id: id,
        expected_arrival_date: arrival_date,
        delivery_date_from: days.delivery_date_from,
        delivery_date_to: days.delivery_date_to,
      }),
    ).toBe(available && 'saved')
  // Promised weeks ago, and not changed now: the address alone is mended.
  await sql`update printing_requests set shipping_method = 'standard', expected_arrival_date = expected_arrival_date - 28,
    delivery_date_from = delivery_date_from - 35 where id = ${print.id}`.execute(test.connection.db)
  const { expected_arrival_date, delivery_date_from, delivery_date_to } = await printOf(testCase)
  const kept = { shipping_method_id: standard.id, expected_arrival_date, delivery_date_from, delivery_date_to }
  expect(await change(kept)).toBe('saved')
  expect(await change({ ...kept, delivery_date_from: addDays(delivery_date_from!, -1) })).toEqual(early)
  // A new promise starts anew: its window does not reach back.
  expect(await change({ ...kept, expected_arrival_date: later, delivery_date_to: later })).toEqual(early)
})
