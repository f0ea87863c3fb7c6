import { customerRequests } from '@archwire/contract/requests/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { printing } from '../given.ts'
import { openLab, type Lab } from '../lab.ts'

let { test, given, admin, patientOf } = {} as Lab
beforeAll(async () => {
  ;({ test, given, admin, patientOf } = await openLab())
})
afterAll(() => test.close())

async function complete(body: object) {
  const testCase = await given.case({ stage: 'approved', tech: admin, form: printing })
  const id = (await patientOf(testCase)).open_request_id!
  const answer = await test.as(admin).call(customerRequests.complete, { params: { id }, body })
  const { rows } = await sql<{ fee: number | null; tracking_number: string | null; status_id: number }>`
    select p.custom_shipping_fee_cents as fee, p.tracking_number, c.status_id
    from printing_requests p join customer_requests c on c.id = p.customer_request_id where c.id = ${id}`.execute(
    test.connection.db,
  )
  return { answer, row: rows[0]! }
}
const tracking_number = '1Z999AA10123456784'

it.each([
  ['no field', {}, null],
  ['an empty field', { custom_shipping_fee: null }, null],
  ['nothing to pay', { custom_shipping_fee: 0 }, 0],
  ['dollars and cents', { custom_shipping_fee: 12.55 }, 1255],
] as const)('the shipping fee of a completion: %s (requests/fee)', async (_what, fee, cents) => {
  const { answer, row } = await complete({ tracking_number, ...fee })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(row).toEqual({ fee: cents, tracking_number, status_id: 2 })
})

it.each([
  [{ tracking_number, custom_shipping_fee: -0.01 }, 'custom_shipping_fee'],
  [{ tracking_number, custom_shipping_fee: 100_000.01 }, 'custom_shipping_fee'],
  [{ custom_shipping_fee: 5 }, 'tracking_number'],
  [{ tracking_number: ' - ' }, 'tracking_number'],
])('%j is refused, and nothing is completed (requests/complete)', async (body, field) => {
  const { answer, row } = await complete(body)
  expect(answer.status).toBe(422)
  expect(Object.keys((answer.body as unknown as { error: object }).error)).toEqual([field])
  expect(row).toEqual({ fee: null, tracking_number: null, status_id: 1 })
})
