import { dayIn } from '@archwire/contract/core/dates.ts'
import { printingRequestItems } from '@archwire/contract/requests/item-routes.ts'
import { customerRequests, printingRequests } from '@archwire/contract/requests/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addBusinessDays } from '../../src/modules/calendar/index.ts'
import { atOnce, type Call } from '../at-once.ts'
import { caseRow, done, roundsOf } from '../files/case-pairs.ts'
import { openLab, type Lab } from '../lab.ts'

/** A change of a print against the completion of its request: whichever comes first has its effect, the other is refused. */
let { test, given, admin, requestOf } = {} as Lab
beforeAll(async () => {
  ;({ test, given, admin, requestOf } = await openLab())
})
afterAll(() => test.close())

const form = {
  products_list: 64,
  export_type: 1,
  print_assignment: 1,
  insert_brackets_assignment: 2,
  jaws_id: 3,
  shipping_method: 'standard',
} as const

async function openPrint() {
  const testCase = await given.case({ stage: 'approved', setup: 3, tech: admin, form })
  const request = await requestOf(testCase)
  return { testCase, request, print: request.printing_request! }
}
type Open = Awaited<ReturnType<typeof openPrint>>

const arrival = () => addBusinessDays(dayIn(test.config.labZone, new Date()), 30)
const laterOf = ({ print }: Open) => ({
  patient_id: print.patient_id,
  location_id: print.location_id!,
  shipping_method_id: 2,
  expected_arrival_date: arrival(),
  delivery_date_from: addBusinessDays(arrival(), -1),
  delivery_date_to: arrival(),
})
const itemOf = ({ print }: Open) => print.printing_request_items[0]!.id

const changes: Record<string, (open: Open) => Call> = {
  'an item': (open) => () =>
    test.as(admin).call(printingRequestItems.update, {
      params: { id: itemOf(open) },
      body: { patient_id: open.testCase.id, insert_brackets: true },
    }),
  'an item that is deleted': (open) => () =>
    test.as(admin).call(printingRequestItems.remove, { params: { id: itemOf(open) } }),
  shipping: (open) => () =>
    test.as(admin).call(printingRequests.shipping, { params: { id: open.print.id }, body: laterOf(open) }),
  'items and shipping': (open) => () =>
    test.as(admin).call(printingRequests.update, {
      params: { id: open.print.id },
      body: { ...laterOf(open), printing_request_items: [{ id: itemOf(open), insert_brackets: true }] },
    }),
}

/** What the records say, read without the product. */
const recordsOf = async ({ print, request, testCase }: Open) =>
  (
    await sql<{ state: number; print: number; version: number; tracked: boolean; completed: number; changed: boolean }>`
      select c.status_id as state, p.status_id as print, p.version, p.tracking_number is not null as tracked,
        (select count(*)::int from case_history h where h.patient_id = ${testCase.id} and h.event = 'request_completed') as completed,
        exists (select 1 from case_history h where h.patient_id = ${testCase.id}
          and h.event in ('print_changed', 'shipping_changed')) as changed
      from printing_requests p join customer_requests c on c.id = p.customer_request_id
      where p.id = ${print.id} and c.id = ${request.id}`.execute(test.connection.db)
  ).rows[0]!

const overtakenWords =
  '409 Since you last looked, the print was changed. Nothing was changed. Please review the case again.'

it.each(Object.keys(changes))(
  'a change of %s against completion: one effect, the other 409, no deadlock',
  async (what) => {
    for (let round = 0; round < roundsOf(6); round += 1) {
      const open = await openPrint()
      const complete: Call = () =>
        test.as(admin).call(customerRequests.complete, {
          params: { id: open.request.id },
          body: { tracking_number: '1Z999AA10123456784', seen: open.request.seen },
        })
      const lock = caseRow(open.testCase)
      const outcomes = await atOnce(test, [changes[what]!(open), complete], { lock, begins: round % 2 === 0 ? 0 : 1 })
      const { version } = open.print
      if (outcomes[0] === done) {
        expect(outcomes).toEqual([done, overtakenWords])
        expect(await recordsOf(open)).toEqual({
          state: 1,
          print: 1,
          version: version + 1,
          tracked: false,
          completed: 0,
          changed: true,
        })
      } else {
        expect(outcomes).toEqual(['409 This request is completed.', done])
        expect(await recordsOf(open)).toEqual({
          state: 2,
          print: 3,
          version,
          tracked: true,
          completed: 1,
          changed: false,
        })
      }
    }
    expect(await given.staleRows()).toEqual([])
  },
  180_000,
)
