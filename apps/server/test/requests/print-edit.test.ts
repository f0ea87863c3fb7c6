import { dayIn, dayWords } from '@archwire/contract/core/dates.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { printingRequestItems } from '@archwire/contract/requests/item-routes.ts'
import { customerRequests, printingRequests } from '@archwire/contract/requests/routes.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addBusinessDays } from '../../src/modules/calendar/index.ts'
import type { TestUser } from '../app.ts'
import type { GivenCase } from '../given.ts'
import { openLab, type Lab } from '../lab.ts'

let { test, given, admin, tech, requestOf } = {} as Lab
beforeAll(async () => {
  ;({ test, given, admin, tech, requestOf } = await openLab())
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
const approved = (changed: object = {}) =>
  given.case({ stage: 'approved', setup: 3, tech: admin, form: { ...form, ...changed } })
const printOf = async (testCase: GivenCase) => (await requestOf(testCase)).printing_request!
type Print = Awaited<ReturnType<typeof printOf>>

const shippingOf = (print: Print) => ({
  location_id: print.location_id!,
  shipping_method_id: print.shipping_method_id!,
  expected_arrival_date: print.expected_arrival_date!,
  delivery_date_from: print.delivery_date_from!,
  delivery_date_to: print.delivery_date_to!,
})
/** Express, which takes two business days, long from now. */
const laterByExpress = () => {
  const arrives = addBusinessDays(dayIn(test.config.labZone, new Date()), 30)
  return {
    days: {
      shipping_method_id: 2,
      expected_arrival_date: arrives,
      delivery_date_from: addBusinessDays(arrives, -1),
      delivery_date_to: arrives,
    },
    ships: addBusinessDays(arrives, -2),
  }
}
const save = (who: TestUser, print: Print, body: object) =>
  test.as(who).call(printingRequests.update, {
    params: { id: print.id },
    body: { patient_id: print.patient_id, ...body },
  })
const withBrackets = (print: Print, insert_brackets = true) => ({
  printing_request_items: print.printing_request_items
    .filter(({ content_type }) => content_type === 'Trays')
    .map(({ id }) => ({ id, insert_brackets })),
})

describe('PUT /printing_requests/{id} (requests/edit-print)', () => {
  it('saves items and shipping together: one version, steps and ship date follow, labels are due again', async () => {
    const testCase = await approved()
    const request = await requestOf(testCase)
    const print = request.printing_request!
    await test.as(tech).call(customerRequests.patientLabelPrinted, { params: { id: request.id } })
    await test.as(tech).call(customerRequests.shippingLabelsPrinted, { body: { ids: [request.id] } })
    const { days, ships } = laterByExpress()
    const [first] = print.printing_request_items
    const answer = await save(testCase.practice.owner, print, {
      ...shippingOf(print),
      ...days,
      printing_request_items: [{ id: first!.id, insert_brackets: true }],
      version: print.version,
    })
    expect(answer, JSON.stringify(answer.body)).toMatchObject({
      status: 200,
      body: {
        message: 'The print is saved.',
        printing_request: {
          version: print.version + 1,
          shipping_method: 'express',
          expected_arrival_date: days.expected_arrival_date,
          ship_date: ships,
          patient_label_printed: false,
          shipping_label_printed: false,
        },
      },
    })
    const after = await requestOf(testCase)
    expect(after.printing_request!.printing_request_items.filter((item) => item.insert_brackets)).toEqual([
      { ...first!, insert_brackets: true },
    ])
    expect(after.workflow!.processes.map(({ process }) => process)).toContain('Insert Brackets')
    const { history } = (await test.as(admin).call(patients.history, { params: { id: testCase.id } })).body
    const notes = history.filter(({ event }) => event === 'print_changed' || event === 'shipping_changed')
    expect(new Set(notes.map(({ note }) => note))).toEqual(
      new Set([`Arrives ${dayWords(days.expected_arrival_date)}`, 'Maxillary, Trays: with brackets']),
    )
  })

  it('changes only what differs: the same values leave version, history and labels as they are', async () => {
    const testCase = await approved()
    const request = await requestOf(testCase)
    await test.as(tech).call(customerRequests.patientLabelPrinted, { params: { id: request.id } })
    await test.as(tech).call(customerRequests.shippingLabelsPrinted, { body: { ids: [request.id] } })
    const print = await printOf(testCase)
    const answer = await save(admin, print, { ...shippingOf(print), ...withBrackets(print, false) })
    expect(answer).toMatchObject({ status: 200, body: { printing_request: print } })
    const { history } = (await test.as(admin).call(patients.history, { params: { id: testCase.id } })).body
    expect(history.filter(({ event }) => event === 'print_changed' || event === 'shipping_changed')).toEqual([])
    // The window is on no label.
    const { days } = laterByExpress()
    const [moved] = [await save(admin, print, { ...shippingOf(print), ...days })]
    expect(moved.body.printing_request.shipping_label_printed).toBe(false)
    await test.as(tech).call(customerRequests.shippingLabelsPrinted, { body: { ids: [request.id] } })
    const narrow = { ...shippingOf(print), ...days, delivery_date_from: days.delivery_date_to }
    const window = await save(admin, print, narrow)
    expect(window.body.printing_request).toMatchObject({ shipping_label_printed: true, patient_label_printed: true })
    expect(window.body.printing_request.delivery_date_from).toBe(days.delivery_date_to)
  })

  it('is all or nothing, and says what is missing', async () => {
    const testCase = await approved()
    const print = await printOf(testCase)
    const required = ['Required']
    const refusals: [object, object][] = [
      [
        {},
        {
          location_id: required,
          shipping_method_id: required,
          expected_arrival_date: required,
          delivery_date_from: required,
          delivery_date_to: required,
        },
      ],
      [{ ...withBrackets(print), location_id: print.location_id }, { delivery_date_to: required }],
      [
        { ...withBrackets(print), ...shippingOf(print), expected_arrival_date: '2020-01-06' },
        { expected_arrival_date: ['Invalid date'] },
      ],
      [
        {
          ...shippingOf(print),
          ...laterByExpress().days,
          printing_request_items: [{ id: 2_000_000_000, insert_brackets: true }],
        },
        { printing_request_items: ['This item is not part of the print.'] },
      ],
      [
        {
          printing_request_items: [true, false].map((insert_brackets) => ({
            id: print.printing_request_items[0]!.id,
            insert_brackets,
          })),
        },
        { printing_request_items: ['Each once'] },
      ],
    ]
    for (const [body, error] of refusals)
      expect(await save(admin, print, body), JSON.stringify(body)).toMatchObject({ status: 422, body: { error } })
    const elsewhere = { ...withBrackets(print), patient_id: testCase.id + 1 }
    expect(await save(admin, print, elsewhere)).toMatchObject({
      status: 422,
      body: { error: { patient_id: ['This print belongs to another case.'] } },
    })
    expect(await printOf(testCase)).toEqual(print)
  })

  it('takes both permissions for both parts, and an item needs insert_brackets', async () => {
    const testCase = await approved()
    const print = await printOf(testCase)
    const { days } = laterByExpress()
    const both = { ...shippingOf(print), ...days, ...withBrackets(print) }
    expect((await save(tech, print, both)).status).toBe(403)
    expect((await save(tech, print, withBrackets(print))).status).toBe(403)
    expect(await printOf(testCase)).toEqual(print)
    expect((await save(tech, print, { ...shippingOf(print), ...days })).status).toBe(200)
    const [item] = print.printing_request_items
    expect(
      await test.raw(admin, 'PUT', `/printing_requests/${print.id}`, {
        patient_id: testCase.id,
        printing_request_items: [{ id: item!.id }],
      }),
    ).toMatchObject({ status: 422, body: { error: { 'printing_request_items.0.insert_brackets': ['Required'] } } })
    expect(
      await test.raw(admin, 'PUT', `/printing_request_items/${item!.id}`, { patient_id: testCase.id }),
    ).toMatchObject({ status: 422, body: { error: { insert_brackets: ['Required'] } } })
    const required = ['Required']
    expect(
      await test.raw(admin, 'PUT', `/printing_requests/${print.id}/shipping`, { patient_id: testCase.id }),
    ).toMatchObject({
      status: 422,
      body: {
        error: {
          location_id: required,
          shipping_method_id: required,
          expected_arrival_date: required,
          delivery_date_from: required,
          delivery_date_to: required,
        },
      },
    })
  })

  it('of a print in the office has items and no shipping', async () => {
    const testCase = await approved({ print_assignment: 2 })
    const print = await printOf(testCase)
    const { owner } = testCase.practice
    const { days } = laterByExpress()
    const main = await sql<{
      id: number
    }>`select id from locations where organization_id = ${testCase.practice.id} limit 1`.execute(test.connection.db)
    expect((await save(owner, print, { ...days, location_id: main.rows[0]!.id })).status).toBe(403)
    expect((await save(owner, print, withBrackets(print, false))).body.printing_request).toMatchObject({
      version: print.version + 1,
      ship_date: null,
    })
  })

  it('is refused when it is outdated, and to the practice once work has started', async () => {
    const testCase = await approved()
    const request = await requestOf(testCase)
    const print = request.printing_request!
    expect((await save(admin, print, { ...withBrackets(print), version: print.version })).status).toBe(200)
    expect(await save(admin, print, { ...withBrackets(print, false), version: print.version })).toMatchObject({
      status: 409,
      body: { error: 'Someone else changed this in the meantime.' },
    })
    const started_at = new Date(Date.now() - 5000).toISOString()
    await test.as(tech).call(techWorkflows.saveProcesses, {
      params: { id: request.workflow!.id },
      body: { processes: [{ id: request.workflow!.processes[0]!.id, started_at, finished_at: null }] },
    })
    const { owner } = testCase.practice
    for (const body of [withBrackets(print, false), { ...shippingOf(print), ...laterByExpress().days }])
      expect(await save(owner, print, body)).toMatchObject({
        status: 409,
        body: { error: 'Work on this request has started; please ask the lab to change it.' },
      })
    expect((await save(admin, print, withBrackets(print, false))).status).toBe(200)
  })

  it('leaves the price of the case as it was at submit (rx-form/price)', async () => {
    const testCase = await approved()
    const priceOf = async () =>
      (
        await sql<{ price_lines: unknown }>`select price_lines from rx_forms where id = ${testCase.rxFormId}`.execute(
          test.connection.db,
        )
      ).rows[0]!.price_lines
    const before = await priceOf()
    expect(before).toBeInstanceOf(Array)
    const print = await printOf(testCase)
    expect((await save(admin, print, withBrackets(print))).status).toBe(200)
    const [item] = print.printing_request_items
    expect((await test.as(admin).call(printingRequestItems.remove, { params: { id: item!.id } })).status).toBe(200)
    expect(await priceOf()).toEqual(before)
  })
})

it('owner and manager change where a print ships until work starts, members do not (requests/edit)', async () => {
  const practice = await given.practice()
  const own = await given.case({
    practice,
    stage: 'approved',
    setup: 3,
    tech: admin,
    form: { ...form, user_id: practice.member.id },
  })
  const others = await given.case({ practice, stage: 'approved', setup: 3, tech: admin, form })
  const { days } = laterByExpress()
  const change = async (who: TestUser, testCase: GivenCase) => {
    const print = await printOf(testCase)
    return test.as(who).call(printingRequests.shipping, {
      params: { id: print.id },
      body: { patient_id: testCase.id, ...shippingOf(print), ...days },
    })
  }
  for (const [who, testCase] of [
    [practice.member, own],
    [practice.assistant, others],
  ] as const)
    expect((await change(who, testCase)).status).toBe(403)
  for (const who of [practice.manager, practice.owner]) expect((await change(who, others)).status).toBe(200)
  const stranger = (await given.practice()).owner
  expect((await change(stranger, others)).status).toBe(404)
})

it('of two open requests nothing is changed but that one is canceled (requests/duplicate)', async () => {
  const testCase = await approved()
  const request = await requestOf(testCase)
  const print = request.printing_request!
  const body = { patient_id: testCase.id, arches: 1 as const, content_type_id: 1 }
  const second = (await test.as(admin).call(printingRequests.create, { body })).body.customer_request
  const [params, item] = [{ id: request.id }, { id: print.printing_request_items[0]!.id }]
  const as = test.as(admin)
  const shipping = { patient_id: testCase.id, ...shippingOf(print), ...laterByExpress().days }
  const step = { id: request.workflow!.processes[0]!.id, finished_at: null }
  const started_at = new Date(Date.now() - 5000).toISOString()
  const refused: Record<string, { status: number; body: unknown }> = {
    complete: await as.call(customerRequests.complete, { params, body: { tracking_number: '1Z999AA10123456784' } }),
    completed: await as.call(printingRequests.completed, {
      params: { id: print.id },
      body: { tracking_number: '1Z999AA10123456784' },
    }),
    'patient label': await as.call(customerRequests.patientLabelPrinted, { params }),
    'shipping label': await as.call(customerRequests.shippingLabelsPrinted, { body: { ids: [request.id] } }),
    technician: await as.call(customerRequests.managementData, {
      params,
      body: { kind: 'printing_request', assigned_to: admin.id },
    }),
    print: await save(admin, print, withBrackets(print)),
    shipping: await as.call(printingRequests.shipping, { params: { id: print.id }, body: shipping }),
    assign: await as.call(printingRequests.assign, { params: { id: print.id }, body: { assign_to: 2 } }),
    item: await as.call(printingRequestItems.update, {
      params: item,
      body: { patient_id: testCase.id, insert_brackets: true },
    }),
    'item deleted': await as.call(printingRequestItems.remove, { params: item }),
    steps: await as.call(techWorkflows.saveProcesses, {
      params: { id: request.workflow!.id },
      body: { processes: [{ ...step, started_at }] },
    }),
  }
  const error = 'There is more than one active request. Cancel one first to continue.'
  for (const [what, answer] of Object.entries(refused))
    expect(answer, what).toMatchObject({ status: 409, body: { error } })
  expect(await test.as(admin).call(customerRequests.cancel, { params: { id: second.id }, body: {} })).toMatchObject({
    status: 200,
    body: { message: 'The request is canceled.' },
  })
  expect((await save(admin, print, withBrackets(print))).status).toBe(200)
})
