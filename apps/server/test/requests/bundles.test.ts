import { addDays } from '@archwire/contract/core/dates.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { printingRequestItems } from '@archwire/contract/requests/item-routes.ts'
import { customerRequests, printingRequests } from '@archwire/contract/requests/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '../app.ts'
import { idsOf, openParcelLab, openPrint as open, type ParcelLab, type Print } from './parcels.ts'

/** Prints that ship in one parcel (`requests/bundles`). */
let { test, given, tech, admin, on } = {} as ParcelLab
beforeAll(async () => {
  ;({ test, given, tech, admin, on } = await openParcelLab())
})
afterAll(() => test.close())

const number = '1Z999AA10123456784'
const db = () => test.connection.db
const complete = (ids: number[], body: object = {}, who: TestUser = tech) =>
  test.as(who).call(customerRequests.bundledCompletion, { body: { ids, tracking_number: number, ...body } })
const refusal = async (ids: number[], body: object = {}, who: TestUser = tech) => {
  const answer = await complete(ids, body, who)
  return { status: answer.status, error: (answer.body as unknown as { error: unknown }).error }
}
describe('which prints ship together', () => {
  const shared = async (...prints: Print[]) => {
    const ids = []
    for (const each of prints) ids.push((await on.requestOf(each)).printing_request!.bundled_shipment_id)
    return ids
  }
  it('own lab, one location, method and ship date, also completed ones; not alone, not any other', async () => {
    const at = await given.practice({ partner: true })
    const alone = await on.print({ at })
    expect(await shared(alone)).toEqual([undefined])
    const second = await on.print({ at })
    const [key, same] = await shared(alone, second)
    expect(key).toBe(`${on.day}.${alone.location}.standard`)
    expect(same).toBe(key)
    // Nothing of these is in that parcel.
    const others = [
      await on.print({ at, ship: addDays(on.day, 1) }),
      await on.print({ at, form: { shipping_method: 'express' } }),
      await on.print({ at, form: { print_assignment: 2, insert_brackets_assignment: 2, shipping_method: null } }),
      await on.print({ at, form: { print_assignment: 3, insert_brackets_assignment: 3 } }),
    ]
    expect(await shared(...others)).toEqual([undefined, undefined, undefined, undefined])
    const { body } = await test.as(tech).call(customerRequests.bundledShipment, { params: { id: second.id } })
    expect(idsOf(body.customer_requests as unknown as Print[])).toEqual(idsOf([alone, second]))
    expect((await complete([alone.id])).status).toBe(200)
    expect(await shared(alone, second)).toEqual([key, key])
    await test.as(admin).call(customerRequests.cancel, { params: { id: second.id }, body: {} })
    expect(await shared(alone, second)).toEqual([undefined, undefined])
  }, 60_000)

  it('prints of archived cases do not count', async () => {
    const [first, second] = await on.bundle(2)
    await test.as(admin).call(patients.archive, { params: { id: second!.patient } })
    expect(await shared(first!)).toEqual([undefined])
    const { body } = await test.as(tech).call(customerRequests.bundledShipment, { params: { id: first!.id } })
    expect(body.customer_requests.map(({ id }) => id)).toEqual([first!.id])
  })
})

describe('a parcel is completed', () => {
  it('has one number and one fee; each case settles, and each doctor gets one notice', async () => {
    const prints = await on.bundle(3)
    // The order of the call does not matter: locks follow the cases.
    const { status, body } = await complete(idsOf(prints).toReversed(), {
      tracking_number: ' 1z999aa1 0123456784 ',
      custom_shipping_fee: 25.5,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      message: 'The shipment is completed.',
      customer_request: { id: prints[2]!.id, status: { key: 'completed' } },
    })
    expect(body.customer_requests.map(({ id }) => id)).toEqual(idsOf(prints).toReversed())
    expect(await on.stateOf(prints)).toEqual([`2 3 ${number} 2550 5`, `2 3 ${number} 0 5`, `2 3 ${number} 0 5`])
    expect(await on.completions(prints)).toBe(3)
    const { rows } = await sql<{ told: number }>`
      select count(*)::int as told from outbox where kind = 'activity' and (payload ->> 'announce')::boolean and (payload ->> 'history_id')::bigint in (
        select id from case_history where event = 'request_completed'
          and patient_id = any(${prints.map(({ patient }) => patient)}::int[]))`.execute(db())
    expect(rows[0]!.told).toBe(3)
    expect(await given.staleRows()).toEqual([])
  }, 60_000)

  it('without a fee the price list applies to each', async () => {
    const prints = await on.bundle(2)
    expect((await complete(idsOf(prints))).status).toBe(200)
    expect(await on.stateOf(prints)).toEqual([`2 3 ${number} - 5`, `2 3 ${number} - 5`])
  })

  it('only by those who complete for the lab', async () => {
    const prints = await on.bundle(2)
    const { owner } = await given.practice()
    for (const who of [owner, await given.user('doctor')])
      expect((await complete(idsOf(prints), {}, who)).status).toBe(403)
    expect(await on.stateOf(prints)).toEqual([open, open])
  })
})

/** Each refuses the whole call; nothing is completed. */
describe('all or none', () => {
  const parcel = async (spoil: (prints: Print[]) => Promise<unknown>, count = 2) => {
    const prints = await on.bundle(count)
    await spoil(prints)
    return prints
  }
  it('an unknown id is a 404', async () => {
    const prints = await on.bundle(2)
    expect(await refusal([...idsOf(prints), 2_000_000_000])).toEqual({
      status: 404,
      error: 'This request does not exist.',
    })
    expect(await on.stateOf(prints)).toEqual([open, open])
  })

  const apart: [name: string, spoil: (prints: Print[]) => Promise<unknown>, error: string][] = [
    ['of a partner', ([first]) => on.set([first!], sql`assignment = 3`), 'This is assigned to third party partner.'],
    [
      'in the office',
      ([first]) => on.set([first!], sql`assignment = 2`),
      'This is printed in the office of the practice.',
    ],
    ['without a location', ([first]) => on.set([first!], sql`location_id = null`), 'Shipping location is missing.'],
    [
      'on another day',
      ([first]) => on.set([first!], sql`ship_date = ship_date + 1`),
      'These prints do not ship together.',
    ],
    [
      'by another method',
      ([first]) => on.set([first!], sql`shipping_method = 'urgent'`),
      'These prints do not ship together.',
    ],
  ]
  it.each(apart)('one %s: 422', async (_, spoil, error) => {
    const prints = await parcel(spoil)
    expect(await refusal(idsOf(prints))).toEqual({ status: 422, error: { ids: [error] } })
    expect(await on.stateOf(prints)).toEqual([open, open])
  })

  it('of two practices, alone, none, twice: 422', async () => {
    const [first, second] = [await on.bundle(1), await on.bundle(1)]
    const both = [...first, ...second]
    expect(await refusal(idsOf(both))).toEqual({
      status: 422,
      error: { ids: ['These prints do not ship together.'] },
    })
    expect(await refusal(idsOf(first))).toEqual({
      status: 422,
      error: { ids: ['No other print ships with this one.'] },
    })
    expect((await refusal([])).status).toBe(422)
    expect((await refusal([first[0]!.id, first[0]!.id])).status).toBe(422)
    expect(await on.stateOf(both)).toEqual([open, open])
  })

  const blocked: [name: string, spoil: (print: Print) => Promise<unknown>, error: string, remains: string][] = [
    [
      'no patient label',
      (each) => on.set([each], sql`patient_label_printed_at = null`),
      'The patient label is not printed.',
      open,
    ],
    [
      'no shipping label',
      (each) => on.set([each], sql`shipping_label_printed_at = null`),
      'The shipping label is not printed.',
      open,
    ],
    [
      'on hold',
      ({ patient }) => sql`update patients set is_on_hold = true where id = ${patient}`.execute(db()),
      'This case is on hold.',
      open,
    ],
    [
      'archived',
      ({ patient }) => test.as(admin).call(patients.archive, { params: { id: patient } }),
      'This case is archived.',
      open,
    ],
    [
      'canceled',
      ({ id }) => test.as(admin).call(customerRequests.cancel, { params: { id }, body: {} }),
      'This request is canceled.',
      '3 4 - - 5',
    ],
    [
      'a duplicate',
      async ({ patient }) => {
        const { body } = await test.as(admin).call(printingRequests.create, {
          body: { patient_id: patient, arches: 3, content_type_id: 1 } as never,
        })
        expect(body.message).toBe('The print was requested.')
      },
      'There is more than one active request. Cancel one first to continue.',
      open,
    ],
  ]
  it.each(blocked)('one %s: 409 naming the case', async (_, spoil, error, remains) => {
    const prints = await parcel(([, second]) => spoil(second!))
    const name = await on.nameOf(prints[1]!)
    expect(await refusal(idsOf(prints))).toEqual({ status: 409, error: `${name}: ${error}` })
    expect(await on.stateOf(prints)).toEqual([open, remains])
  })

  it('a completed one: 409; without a number: 422', async () => {
    const prints = await on.bundle(3)
    expect(await refusal(idsOf(prints), { tracking_number: ' - ' })).toEqual({
      status: 422,
      error: { tracking_number: ['Required'] },
    })
    expect((await complete(idsOf(prints.slice(0, 1)))).status).toBe(200)
    expect(await refusal(idsOf(prints))).toEqual({
      status: 409,
      error: `${await on.nameOf(prints[0]!)}: This request is completed.`,
    })
    expect(await on.stateOf(prints)).toEqual([`2 3 ${number} - 5`, open, open])
  })
})

describe('a parcel that is no longer what was seen', () => {
  const seenOf = async (prints: Print[]) => {
    const seen = []
    for (const each of prints) seen.push({ id: each.id, seen: (await on.requestOf(each)).seen })
    return seen
  }
  const since = (what: string) => ({
    status: 409,
    error: `Since you last looked, ${what}. Nothing was completed. Please review the shipment again.`,
  })

  it('is completed as it was seen, also without prints that are left out', async () => {
    const prints = await on.bundle(3)
    const seen = await seenOf(prints)
    expect((await complete(idsOf(prints.slice(1)), { seen })).status).toBe(200)
    expect(await on.stateOf(prints)).toEqual([open, `2 3 ${number} - 5`, `2 3 ${number} - 5`])
    expect(await refusal(idsOf(prints.slice(0, 1)), { seen: [] })).toEqual({
      status: 422,
      error: { seen: ['Say of each request what was seen of it.'] },
    })
  })

  it('names the case that was completed, changed or added since, and completes nothing', async () => {
    const at = await given.practice()
    const prints = await on.bundle(3, { at })
    const [first, second, third] = prints as [Print, Print, Print]
    const seen = await seenOf(prints)
    const name = await on.nameOf(second)
    const added = await on.print({ at })
    expect(await refusal(idsOf(prints), { seen })).toEqual(
      since(`${await on.nameOf(added)} was added to this shipment`),
    )
    await on.set([added], sql`ship_date = ship_date + 1`)
    const [item] = (await on.requestOf(third)).printing_request!.printing_request_items
    const change = {
      params: { id: item!.id },
      body: { patient_id: third.patient, insert_brackets: !item!.insert_brackets },
    }
    expect((await test.as(admin).call(printingRequestItems.update, change)).status).toBe(200)
    expect(await refusal(idsOf(prints), { seen })).toEqual(since(`of ${await on.nameOf(third)} the print was changed`))
    // What has left the parcel is not asked for again.
    expect((await complete(idsOf([second]), { seen })).status).toBe(200)
    expect(await refusal(idsOf([first, second]), { seen })).toEqual(
      since(`of ${name} the case became Completed and the request became completed`),
    )
    expect(await on.stateOf([first, second])).toEqual([open, `2 3 ${number} - 5`])
  }, 60_000)
})

it('labels of many are marked at once, all or none', async () => {
  const prints = await on.bundle(2, { labels: false })
  const mark = (which: 'patientLabelsPrinted' | 'shippingLabelsPrinted', ids: number[]) =>
    test.as(tech).call(customerRequests[which], { body: { ids } })
  expect((await mark('patientLabelsPrinted', [...idsOf(prints), 2_000_000_000])).status).toBe(404)
  const printed = async () => {
    const marks = []
    for (const each of prints) {
      const { patient_label_printed, shipping_label_printed } = (await on.requestOf(each)).printing_request!
      marks.push([patient_label_printed, shipping_label_printed])
    }
    return marks
  }
  expect(await printed()).toEqual([
    [false, false],
    [false, false],
  ])
  const patient = await mark('patientLabelsPrinted', idsOf(prints))
  expect(patient.body).toMatchObject({
    message: 'The patient labels are marked as printed.',
    customer_request: { id: prints[0]!.id },
  })
  expect((await mark('patientLabelsPrinted', [prints[0]!.id])).body.message).toBe(
    'The patient label is marked as printed.',
  )
  const shipping = await mark('shippingLabelsPrinted', idsOf(prints))
  expect(shipping.body.message).toBe('The shipping label is marked as printed.')
  expect(shipping.body.customer_requests).toHaveLength(2)
  expect(await printed()).toEqual([
    [true, true],
    [true, true],
  ])
})
