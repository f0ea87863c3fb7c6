import { dayIn } from '@archwire/contract/core/dates.ts'
import { notifications } from '@archwire/contract/notifications/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { customerRequests, printingRequests } from '@archwire/contract/requests/routes.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addBusinessDays } from '../../src/modules/calendar/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { crowd } from '../crowd.ts'
import { givenIn, printing, type Given, type GivenCase } from '../given.ts'
import { requestSeenBy } from '../seen.ts'
import { mailText } from '../mail-text.ts'

let test: TestApp
let given: Given
let tech: TestUser
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  tech = await given.user('supervisor', ['Paula', 'Print'])
})
afterAll(() => test.close())

/** Until a job is done, on a busy machine, too. */
const soon = { timeout: 20_000, interval: 50 }
const number = '1Z999AA10123456784'
const approved = (form: object = printing, setup: 1 | 2 | 3 = 3) => given.case({ stage: 'approved', tech, form, setup })
const caseOf = async (testCase: GivenCase) =>
  (await test.as(tech).call(patients.get, { params: { id: testCase.id } })).body.patient
const requestOf = async (testCase: GivenCase, user: TestUser = tech) =>
  (await test.as(user).call(customerRequests.get, { params: { id: (await caseOf(testCase)).open_request_id! } })).body
    .customer_request
const complete = async (id: number, user: TestUser = tech, body: object = { tracking_number: number }) =>
  test.as(user).call(customerRequests.complete, {
    params: { id },
    body: { ...body, seen: await requestSeenBy(test, tech, id) },
  })

describe('from approved to shipped', () => {
  it('approval makes the request with its print; steps, labels, shipping, completion; the doctor gets a notice', async () => {
    const testCase = await approved()
    const { owner } = testCase.practice
    const before = await caseOf(testCase)
    expect(before).toMatchObject({
      patient_status: { key: 'approved' },
      customer_requests: [{ summary: 'Trays', status: { key: 'pending' } }],
    })
    const request = await requestOf(testCase)
    expect(request.printing_request).toMatchObject({
      assign_to: 1,
      shipping_method: 'standard',
      ship_date: before.rx_form!.ship_date,
      patient_label_printed: false,
      printing_request_items: [
        { arch: 1, content_type: 'Trays', insert_brackets: true },
        { arch: 2, content_type: 'Trays', insert_brackets: true },
      ],
    })
    const work = request.workflow!
    expect(work.processes.map((step) => step.process)).toContain('Insert Brackets')
    expect(work.processes).toHaveLength(10)
    const started = await test.as(tech).call(techWorkflows.saveProcesses, {
      params: { id: work.id },
      body: {
        processes: [
          { id: work.processes[0]!.id, started_at: new Date(Date.now() - 5000).toISOString(), finished_at: null },
        ],
      },
    })
    expect(started.body.workflow).toMatchObject({ kind: 'printing_request', status: { key: 'in_progress' } })
    // Once work has started, the practice asks the lab instead.
    expect((await requestOf(testCase, owner)).can).toMatchObject({
      cancel: false,
      complete: false,
      edit_shipping: false,
    })
    const labeled = await test.as(tech).call(customerRequests.patientLabelPrinted, { params: { id: request.id } })
    expect(labeled.body.customer_request.updated_at > request.updated_at).toBe(true)
    await test.as(tech).call(customerRequests.shippingLabelsPrinted, { body: { ids: [request.id] } })
    expect((await requestOf(testCase)).printing_request).toMatchObject({
      patient_label_printed: true,
      shipping_label_printed: true,
    })
    expect((await complete(request.id, tech, {})).body).toMatchObject({ error: { tracking_number: ['Required'] } })
    const done = await complete(request.id)
    expect(done.body.customer_request).toMatchObject({
      status: { key: 'completed' },
      printing_request: {
        courier: { name: 'UPS', link: `https://www.ups.com/track?tracknum=${number}` },
        status: { key: 'completed' },
      },
      workflow: { can: { edit: false }, why_not: { edit: 'This request is completed.' } },
    })
    expect(await caseOf(testCase)).toMatchObject({ patient_status: { key: 'completed' }, open_request_id: null })
    await vi.waitFor(async () => {
      const { body } = await test.as(owner).call(notifications.list, {})
      expect(body.notifications.find((notification) => notification.type === 'request_completed')?.link).toBe(
        `/requests/${request.id}`,
      )
      const mails = await test.connection.db
        .selectFrom('mails')
        .select([mailText.as('text'), 'state'])
        .where('kind', '=', 'case.request_completed')
        .where('organization_id', '=', testCase.practice.id)
        .execute()
      expect(mails).toMatchObject([{ state: 'sent' }])
      expect(mails[0]!.text).toContain(number)
    }, soon)
    const {
      body: { history },
    } = await test.as(tech).call(patients.history, { params: { id: testCase.id } })
    // The check of the setup's scan may end at any time.
    expect(history.find(({ event }) => event !== 'file_ready')).toMatchObject({
      event: 'request_completed',
      from: 'Approved',
      to: 'Completed',
      note: `Tracking number ${number}`,
    })
  })

  it('only the arches of the setup are printed, and named on the label (requests/items)', async () => {
    const archesOf = async (jaws_id: 1 | 2 | 3, setup: 1 | 2 | 3) =>
      (await requestOf(await approved({ ...printing, jaws_id }, setup))).printing_request!.printing_request_items.map(
        ({ arch }) => arch,
      )
    expect(await archesOf(3, 1)).toEqual([1])
    expect(await archesOf(3, 2)).toEqual([2])
    expect(await archesOf(2, 3)).toEqual([2])
    expect(await archesOf(1, 2)).toEqual([2])
  })

  it('an in-office print has no steps of the lab and is completed by the practice without a number', async () => {
    const testCase = await approved({ export_type: 2, print_assignment: 2 })
    const request = await requestOf(testCase)
    expect(request).toMatchObject({ workflow: null, printing_request: { assign_to: 2, shipping_method: null } })
    expect((await complete(request.id, testCase.practice.owner, {})).status).toBe(200)
    expect((await caseOf(testCase)).patient_status.key).toBe('completed')
    await vi.waitFor(async () => {
      const mails = await test.connection.db
        .selectFrom('mails')
        .select('subject')
        .where('kind', '=', 'case.request_completed')
        .where('organization_id', '=', testCase.practice.id)
        .execute()
      expect(mails.map((mail) => mail.subject)).toEqual([`Case C-${testCase.id}: the print is completed`])
    }, soon)
  })

  it('a case without prints is completed at once', async () => {
    const testCase = await approved({})
    expect(await caseOf(testCase)).toMatchObject({ patient_status: { key: 'completed' }, customer_requests: [] })
  })
})

describe('asking again, canceling, changing', () => {
  const ask = (testCase: GivenCase, user: TestUser, body: object = {}) =>
    test
      .as(user)
      .call(printingRequests.create, { body: { patient_id: testCase.id, arches: 1, content_type_id: 1, ...body } })

  it('a completed case is Approved again by a new print', async () => {
    const testCase = await approved({})
    const asked = await ask(testCase, testCase.practice.owner)
    expect(asked.body.customer_request.printing_request).toMatchObject({
      printing_request_items: [{ arch: 1 }],
      shipping_method: 'standard',
    })
    expect((await caseOf(testCase)).patient_status.key).toBe('approved')
    expect((await ask(await given.case({ stage: 'awaiting_approval', tech }), tech)).status).toBe(409)
  })

  it('duplicates block each other but for Cancel', async () => {
    const testCase = await approved()
    await ask(testCase, testCase.practice.owner)
    const [second, first] = (await caseOf(testCase)).customer_requests
    expect((await caseOf(testCase)).duplicated).toBe(true)
    expect(await complete(first!.id)).toMatchObject({
      status: 409,
      body: { error: 'There is more than one active request. Cancel one first to continue.' },
    })
    const canceled = await test
      .as(testCase.practice.owner)
      .call(customerRequests.cancel, { params: { id: second!.id }, body: { reason: 'Asked twice' } })
    expect(canceled.body.customer_request.status.key).toBe('canceled')
    expect((await complete(first!.id)).status).toBe(200)
    expect((await caseOf(testCase)).patient_status.key).toBe('completed')
  })

  it('the last canceled request completes the case', async () => {
    const testCase = await approved()
    const { id } = await requestOf(testCase)
    expect(
      (await test.as(testCase.practice.owner).call(customerRequests.cancel, { params: { id }, body: {} })).status,
    ).toBe(200)
    expect((await caseOf(testCase)).patient_status.key).toBe('completed')
  })

  it('shipping is changed while open; the ship date follows; a stale edit is refused', async () => {
    const testCase = await approved()
    const print = (await requestOf(testCase)).printing_request!
    // Express takes two business days.
    const arrives = addBusinessDays(dayIn(test.config.labZone, new Date()), 30)
    const [ships, from] = [addBusinessDays(arrives, -2), addBusinessDays(arrives, -1)]
    const body = {
      patient_id: testCase.id,
      location_id: print.location_id!,
      shipping_method_id: 2,
      expected_arrival_date: arrives,
      delivery_date_from: from,
      delivery_date_to: arrives,
      version: print.version,
    }
    const change = () => test.as(tech).call(printingRequests.shipping, { params: { id: print.id }, body })
    expect((await change()).body.printing_request).toMatchObject({
      shipping_method: 'express',
      ship_date: ships,
    })
    expect((await change()).body).toMatchObject({ error: 'Someone else changed this in the meantime.' })
    expect((await caseOf(testCase)).ship_date).toBe(ships)
  })

  it('nothing moves on hold', async () => {
    const testCase = await given.case({ stage: 'approved', tech, form: printing, held: true })
    expect(await complete((await requestOf(testCase)).id)).toMatchObject({
      status: 409,
      body: { error: 'This case is on hold.' },
    })
  })
})

describe('many at once', () => {
  const count = process.env.LONG === '1' ? 50 : 16
  const many = <T extends { status: number }>(act: (index: number) => Promise<T>) => crowd(count, act)

  it('completes and cancels: one effect, the others 409', async () => {
    const testCase = await approved()
    const { id } = await requestOf(testCase)
    const answers = await many((index) =>
      index % 2 === 0 ? complete(id) : test.as(tech).call(customerRequests.cancel, { params: { id }, body: {} }),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(count - 1)
  })

  /** What the database says of a case's requests, without the product's own reading. */
  const factsOf = async (testCase: GivenCase) =>
    (
      await sql<Record<'open' | 'completed' | 'canceled' | 'prints' | 'told' | 'patient_status_id', number>>`
        select p.patient_status_id,
          (select count(*)::int from customer_requests c where c.patient_id = p.id and c.status_id = 1) as open,
          (select count(*)::int from customer_requests c where c.patient_id = p.id and c.status_id = 2) as completed,
          (select count(*)::int from customer_requests c where c.patient_id = p.id and c.status_id = 3) as canceled,
          (select count(*)::int from printing_requests r where r.patient_id = p.id) as prints,
          (select count(*)::int from case_history h where h.patient_id = p.id
            and h.event in ('request_completed', 'request_canceled', 'request_created')) as told
        from patients p where p.id = ${testCase.id}`.execute(test.connection.db)
    ).rows[0]!
  const oneOf = (answers: { status: number }[]) => {
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(count - 1)
  }

  it('completes: one effect, the others 409', async () => {
    const testCase = await approved()
    const { id } = await requestOf(testCase)
    const before = await factsOf(testCase)
    oneOf(await many(() => complete(id)))
    expect(await factsOf(testCase)).toEqual({
      ...before,
      patient_status_id: 5,
      open: 0,
      completed: 1,
      told: before.told + 1,
    })
  })

  it('cancels: one effect, the others 409', async () => {
    const testCase = await approved()
    const { id } = await requestOf(testCase)
    const before = await factsOf(testCase)
    oneOf(await many(() => test.as(tech).call(customerRequests.cancel, { params: { id }, body: {} })))
    expect(await factsOf(testCase)).toEqual({
      ...before,
      patient_status_id: 5,
      open: 0,
      canceled: 1,
      told: before.told + 1,
    })
  })

  it('print requests with one key, a click that was sent many times: one print', async () => {
    const testCase = await approved({})
    const body = { patient_id: testCase.id, arches: 3 as const, content_type_id: 1 }
    const answers = await many(() =>
      test.as(tech).call(printingRequests.create, { body }, { 'idempotency-key': `print-of-case-${testCase.id}` }),
    )
    // Twins replay the one answer, or are told that it is under way.
    expect(answers.filter((answer) => ![200, 409].includes(answer.status))).toEqual([])
    expect(
      new Set(answers.filter((answer) => answer.status === 200).map((answer) => answer.body.customer_request.id)).size,
    ).toBe(1)
    expect(await factsOf(testCase)).toMatchObject({ open: 1, prints: 1, patient_status_id: 4 })
  })

  it('print requests: each makes one, and all are duplicates', async () => {
    const testCase = await approved({})
    // Each waits for the one before it: fifty of them are in the long tests (fairness).
    const answers = await crowd(12, () =>
      test.as(tech).call(printingRequests.create, { body: { patient_id: testCase.id, arches: 3, content_type_id: 1 } }),
    )
    expect(answers.filter((answer) => answer.status !== 200)).toEqual([])
    const { rows } = await sql<{ open: number; prints: number }>`
      select (select count(*)::int from customer_requests where patient_id = ${testCase.id} and status_id = 1) as open,
        (select count(*)::int from printing_requests where patient_id = ${testCase.id}) as prints`.execute(
      test.connection.db,
    )
    expect(rows[0]).toEqual({ open: 12, prints: 12 })
  })

  it('leaves the rows of the lists as they are built, and no case Completed with an open request', async () => {
    expect(await given.staleRows()).toEqual([])
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from patients p where p.patient_status_id = 5
      and exists (select 1 from customer_requests c where c.patient_id = p.id and c.status_id = 1)`.execute(
      test.connection.db,
    )
    expect(rows[0]!.count).toBe(0)
    const waits = await sql<{ deadlocks: number }>`
      select deadlocks::int from pg_stat_database where datname = current_database()`.execute(test.connection.db)
    expect(waits.rows[0]!.deadlocks).toBe(0)
  })
})
