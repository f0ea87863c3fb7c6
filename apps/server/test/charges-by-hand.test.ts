import { randomUUID } from 'node:crypto'
import { caseCharges } from '@archwire/contract/billing/routes.ts'
import type { CaseCharge } from '@archwire/contract/billing/schema.ts'
import { dayIn } from '@archwire/contract/core/dates.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labScope } from '../src/db/scope.ts'
import { beginWaived } from '../src/modules/billing/index.ts'
import { writeCharges } from '../src/modules/charges/index.ts'
import { openTestApp, type TestApp, type TestUser } from './app.ts'
import { atOnce } from './at-once.ts'
import { audited } from './audited.ts'
import { crowd } from './crowd.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from './given.ts'

/** What people enter on the open order of a practice and for its cases (`billing/by-hand`, `billing/case-costs`). */
let test: TestApp
let given: Given
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin', ['Amy', 'Admin'])
})
afterAll(() => test.close())

const db = () => test.connection.db
const nothing = 2_000_000_000

/** A practice with a contract: its open order, and its start-up order, which is closed. */
async function contracted(): Promise<GivenPractice & { openId: number; closedId: number }> {
  const practice = await given.practice()
  const begun = await db()
    .transaction()
    .execute((trx) => beginWaived(trx, { scope: labScope, now: new Date() }, practice.id, test.config.labZone))
  const { rows } = await sql<{ id: number }>`
    select id from orders where organization_id = ${practice.id} and fm_invoice_status = 'CURRENT'`.execute(db())
  return { ...practice, openId: rows[0]!.id, closedId: begun.id! }
}
type Contracted = Awaited<ReturnType<typeof contracted>>

/** The rows of the ledger that people entered in a practice, the newest last. */
const ledgerOf = async ({ id }: { id: number }) =>
  (
    await sql<{
      id: number
      patient_id: number | null
      source: string
      label: string
      cents: number
      order_id: number | null
      void_reason: string | null
    }>`select id, patient_id, source, label, cents, order_id, void_reason from charges
      where organization_id = ${id} and source in ('by_hand', 'patient') order by id`.execute(db())
  ).rows

const addTo = (order: number, who: TestUser, body: unknown, headers = {}) =>
  test.raw(who, 'POST', `/orders/${order}/add_discount_or_charge`, body, headers)
const takeOff = (order: number, what: 'charge' | 'discount', id: number, who: TestUser = admin) =>
  test.raw(who, 'DELETE', `/orders/${order}/remove_${what}`, { [`${what}_id`]: id })
const charge = (patient: number, who: TestUser, body: unknown, headers = {}) =>
  test.raw(who, 'POST', `/patients/${patient}/charge`, body, headers)
const discharge = (patient: number, id: number, who: TestUser = admin) =>
  test.raw(who, 'DELETE', `/patients/${patient}/charge`, { patient_charge_id: id })
const costsOf = async (patient: number, who: TestUser = admin) =>
  (await test.as(who).call(caseCharges.list, { params: { id: patient } })).body

/** A charge of $8.00 for a case; its id in the ledger. */
async function chargeOf({ id }: GivenCase, value = 8): Promise<number> {
  const { status, body } = await charge(id, admin, { description: 'Extra bracket', value })
  expect(status).toBe(200)
  return (body as { charges: CaseCharge[] }).charges.at(-1)!.id
}
/** One of $12.50 for a practice. */
async function chargeOn(practice: Contracted, value = 12.5): Promise<number> {
  const body = { custom_description: 'Return shipping', value }
  expect((await addTo(practice.openId, admin, body)).status).toBe(200)
  return (await ledgerOf(practice)).at(-1)!.id
}
/** An order takes the rows of a practice that count, as a closing does. */
const take = (practice: Contracted, order = practice.closedId) => sql`
  update charges set order_id = ${order} where organization_id = ${practice.id} and voided_at is null and order_id is null`

describe('a charge of a practice', () => {
  it('is a row of the ledger that counts from today, of a person and of no list', async () => {
    const practice = await contracted()
    const answer = await addTo(practice.openId, admin, { custom_description: ' Return shipping ', value: 12.5 })
    expect(answer).toMatchObject({ status: 200, body: { message: 'The charge is added.' } })
    const { rows } =
      await sql`select patient_id, source, source_id, fee, kind, label, times, unit_cents, cents, price_list,
      price_overrides, user_id, user_name, order_id, created_at, day::text as day from charges where organization_id = ${practice.id}`.execute(
        db(),
      )
    const { created_at, ...row } = rows[0] as { created_at: Date }
    expect(row).toEqual({
      patient_id: null,
      source: 'by_hand',
      source_id: null,
      fee: null,
      kind: 'charge',
      label: 'Return shipping',
      times: 1,
      unit_cents: 1250,
      cents: 1250,
      price_list: null,
      price_overrides: 0,
      user_id: admin.id,
      user_name: 'Amy Admin',
      order_id: null,
      day: dayIn(test.config.labZone, created_at),
    })
  })

  it('below zero is a discount, which only Remove discount takes off', async () => {
    const practice = await contracted()
    const discount = await chargeOn(practice, -20)
    expect((await takeOff(practice.openId, 'charge', discount)).status).toBe(404)
    expect(await takeOff(practice.openId, 'discount', discount)).toMatchObject({
      status: 200,
      body: { message: 'The discount is removed.' },
    })
    const added = await chargeOn(practice)
    expect((await takeOff(practice.openId, 'discount', added)).status).toBe(404)
    expect((await takeOff(practice.openId, 'charge', added)).status).toBe(200)
    expect((await ledgerOf(practice)).map(({ cents, void_reason }) => [cents, void_reason])).toEqual([
      [-2000, 'removed'],
      [1250, 'removed'],
    ])
  })

  it('is refused on a closed order', async () => {
    const { closedId } = await contracted()
    expect(await addTo(closedId, admin, { custom_description: 'Late', value: 1 })).toMatchObject({
      status: 409,
      body: { error: 'This invoice is closed.' },
    })
  })

  it('is taken off while no closed order holds it, then no more', async () => {
    const practice = await contracted()
    const id = await chargeOn(practice)
    await take(practice).execute(db())
    expect((await takeOff(practice.openId, 'charge', id)).status).toBe(404)
    expect(await takeOff(practice.closedId, 'charge', id)).toMatchObject({
      status: 409,
      body: { error: 'This invoice is closed.' },
    })
    expect(await ledgerOf(practice)).toMatchObject([{ order_id: practice.closedId, void_reason: null }])
  })

  it('of another practice, of an order that does not hold it, or of the work is none', async () => {
    const practice = await contracted()
    const other = await contracted()
    const id = await chargeOn(practice)
    const [ofWork] = await db()
      .transaction()
      .execute((trx) =>
        writeCharges(trx, { userId: null, name: 'Archwire', now: new Date() }, practice.id, [
          {
            patient_id: null,
            source: 'carried',
            source_id: practice.closedId,
            change_number: 1,
            fee: null,
            kind: 'charge',
            label: 'Carried over',
            why: '',
            times: 1,
            unit_cents: 100,
            printed_arches: 0,
            price_list: null,
            price_overrides: 0,
            day: '2026-01-05',
          },
        ]),
      )
    for (const [order, row] of [
      [other.openId, id],
      [practice.closedId, id],
      [practice.openId, ofWork!],
      [practice.openId, nothing],
      [nothing, id],
    ] as const)
      expect((await takeOff(order, 'charge', row)).status).toBe(404)
    expect(await ledgerOf(practice)).toMatchObject([{ void_reason: null }])
  })

  it('is recorded as a change of the order', async () => {
    const practice = await contracted()
    const id = await chargeOn(practice)
    await takeOff(practice.openId, 'charge', id)
    const lines = await audited(test, `organization_id = $1 and action like 'order.charge_%'`, [practice.id])
    expect(lines).toEqual([
      { user_id: admin.id, data: { charge_id: id, description: 'Return shipping', value: 12.5 } },
      { user_id: admin.id, data: { charge_id: id, value: 12.5 } },
    ])
  })

  it('of an archived or disabled practice is entered by staff all the same', async () => {
    for (const column of ['deleted_at', 'disabled_at']) {
      const practice = await contracted()
      await sql`update organizations set ${sql.ref(column)} = now() where id = ${practice.id}`.execute(db())
      const id = await chargeOn(practice)
      expect((await takeOff(practice.openId, 'charge', id)).status).toBe(200)
    }
  })
})

describe('a charge of a case', () => {
  it('is among what the case costs, and can be taken off again', async () => {
    const practice = await contracted()
    const { id } = await given.case({ practice })
    const answer = await charge(id, admin, { description: 'Extra bracket', value: 8 })
    expect(answer).toMatchObject({ status: 200, body: { message: 'The charge is added.', can_add: true } })
    const costs = await costsOf(id)
    const row = costs.charges.at(-1)!
    expect(row).toMatchObject({
      label: 'Extra bracket',
      details: '',
      made_of: { fee: null, times: 1, unit: 8, price_list: null, price_overrides: 0, by: 'Amy Admin' },
      value: 8,
      order: null,
      voided: null,
      can_remove: true,
    })
    const before = costs.total
    expect(await discharge(id, row.id)).toMatchObject({ status: 200, body: { message: 'The charge is removed.' } })
    const after = await costsOf(id)
    expect(after.charges.at(-1)).toMatchObject({ id: row.id, voided: 'removed', can_remove: false })
    expect(after.total).toBe(before - 8)
  })

  it('stands on the invoice that took it, where nobody takes it off', async () => {
    const practice = await contracted()
    const testCase = await given.case({ practice })
    const id = await chargeOf(testCase)
    await take(practice).execute(db())
    const [row] = (await costsOf(testCase.id)).charges.filter((one) => one.id === id)
    expect(row).toMatchObject({ order: { id: practice.closedId, fm_invoice_status: 'PAID' }, can_remove: false })
    expect(await discharge(testCase.id, id)).toMatchObject({ status: 409, body: { error: 'This invoice is closed.' } })
  })

  it('can be taken off the open order, too', async () => {
    const practice = await contracted()
    const testCase = await given.case({ practice })
    const id = await chargeOf(testCase)
    expect((await takeOff(practice.openId, 'charge', id)).status).toBe(200)
    expect((await costsOf(testCase.id)).charges.at(-1)).toMatchObject({ voided: 'removed' })
    expect(await historyOf(testCase, admin)).toEqual(['Charge or discount added', 'Charge or discount removed'])
  })

  it('needs an open order', async () => {
    const practice = await given.practice()
    const { id } = await given.case({ practice })
    expect(await charge(id, admin, { description: 'Extra bracket', value: 8 })).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/^This practice has no current invoice\./) },
    })
    expect(await costsOf(id)).toMatchObject({ can_add: false })
    expect(await ledgerOf(practice)).toEqual([])
  })

  it('of another case, of the practice or of the work is none', async () => {
    const practice = await contracted()
    const testCase = await given.case({ practice })
    const other = await given.case({ practice })
    const ofOther = await chargeOf(other)
    const ofPractice = await chargeOn(practice)
    for (const row of [ofOther, ofPractice, nothing]) expect((await discharge(testCase.id, row)).status).toBe(404)
    expect((await discharge(nothing, ofOther)).status).toBe(404)
  })

  it('is added to an archived case, too', async () => {
    const practice = await contracted()
    const testCase = await given.case({ practice, archived: true })
    const id = await chargeOf(testCase)
    expect((await discharge(testCase.id, id)).status).toBe(200)
  })

  it('is in the case’s history without what and how much', async () => {
    const practice = await contracted()
    const testCase = await given.case({ practice })
    await discharge(testCase.id, await chargeOf(testCase, -77.35))
    const { history } = (await test.as(practice.assistant).call(patients.history, { params: { id: testCase.id } })).body
    const ours = history.filter(({ event }) => event.startsWith('charge_'))
    expect(ours.map(({ event, note, before }) => ({ event, note, before }))).toEqual([
      { event: 'charge_removed', note: null, before: null },
      { event: 'charge_added', note: null, before: null },
    ])
    expect(JSON.stringify(history)).not.toMatch(/77|bracket/)
  })

  it('follows its form to the case that the form moves to, what was entered by hand stays', async () => {
    const practice = await contracted()
    const source = await given.case({ practice, archived: true })
    const byHand = await chargeOf(source)
    const [ofForm] = await formRow(source)
    const moved = await test.as(admin).call(patients.create, {
      body: {
        first_name: 'Ada',
        last_name: `Moved ${given.unique().toUpperCase()}`,
        user_id: practice.owner.id,
        organization_id: practice.id,
        rx_form_id: source.rxFormId,
      } as never,
    })
    expect(moved.status).toBe(200)
    const idsOf = async (patient: number) => (await costsOf(patient)).charges.map(({ id }) => id)
    expect(await idsOf(moved.body.patient.id)).toContain(ofForm!)
    expect(await idsOf(moved.body.patient.id)).not.toContain(byHand)
    expect(await idsOf(source.id)).not.toContain(ofForm!)
    expect(await idsOf(source.id)).toContain(byHand)
  })
})

/** A row of a case's form, of a fee that no form has. */
const formRow = ({ id, rxFormId, practice }: GivenCase) =>
  db()
    .transaction()
    .execute((trx) =>
      writeCharges(trx, { userId: null, name: 'Archwire', now: new Date() }, practice.id, [
        {
          patient_id: id,
          source: 'form',
          source_id: rxFormId,
          change_number: 1,
          fee: 'arch.test',
          kind: 'arch',
          label: 'Test',
          why: 'Upper arch',
          times: 2,
          unit_cents: 300,
          printed_arches: 0,
          price_list: null,
          price_overrides: 0,
          day: '2026-01-05',
        },
      ]),
    )

/** The lines of a case's history about charges, the oldest first. */
const historyOf = async ({ id }: GivenCase, who: TestUser): Promise<string[]> => {
  const { history } = (await test.as(who).call(patients.history, { params: { id } })).body
  return history
    .filter(({ event }) => event.startsWith('charge_'))
    .map(({ label }) => label)
    .reverse()
}

describe('what a person enters', () => {
  const wrong: [string, unknown, string][] = [
    ['nothing', {}, 'value'],
    ['no description', { value: 1 }, 'description'],
    ['an empty description', { description: '', value: 1 }, 'description'],
    ['a blank description', { description: ' \u200b ', value: 1 }, 'description'],
    ['a description that is too long', { description: 'x'.repeat(256), value: 1 }, 'description'],
    ['no value', { description: 'Extra' }, 'value'],
    ['a value of 0', { description: 'Extra', value: 0 }, 'value'],
    ['a value of -0', { description: 'Extra', value: -0 }, 'value'],
    ['a tenth of a cent', { description: 'Extra', value: 0.001 }, 'value'],
    ['a dollar and half a cent', { description: 'Extra', value: -1.005 }, 'value'],
    ['a billion', { description: 'Extra', value: 1e9 }, 'value'],
    ['minus a billion', { description: 'Extra', value: -1e9 }, 'value'],
    ['a text as value', { description: 'Extra', value: '8' }, 'value'],
    ['null as value', { description: 'Extra', value: null }, 'value'],
  ]
  let practice: Contracted
  let testCase: GivenCase
  beforeAll(async () => {
    practice = await contracted()
    testCase = await given.case({ practice })
  })

  it.each(wrong)('is refused with %s', async (_name, body, field) => {
    const { description, ...value } = body as { description?: string }
    const ofOrder = description === undefined ? value : { ...value, custom_description: description }
    const onOrder = await addTo(practice.openId, admin, ofOrder)
    const onCase = await charge(testCase.id, admin, body)
    expect([onOrder.status, onCase.status]).toEqual([422, 422])
    expect(onCase.body.error).toHaveProperty(field)
    expect(onOrder.body.error).toHaveProperty(field === 'description' ? 'custom_description' : field)
    expect(await ledgerOf(practice)).toEqual([])
  })

  it('is right to the cent, from the smallest amount to the largest', async () => {
    for (const value of [0.01, -0.01, 1.15, 8.2, 1_000_000, -1_000_000]) await chargeOf(testCase, value)
    expect((await ledgerOf(practice)).map(({ cents }) => cents)).toEqual([1, -1, 115, 820, 100_000_000, -100_000_000])
  })
})

describe('who', () => {
  /** Status of adding to the order, of adding to the case, of removing from either, and of reading what the case costs. */
  const table = `
    super_admin   200 200 200 200 200
    admin         200 200 200 200 200
    supervisor    403 403 403 403 200
    tech_support  403 403 403 403 200
    partner       403 403 403 403 403
    owner         403 403 403 403 200
    manager       403 403 403 403 200
    member        403 403 403 403 403
    assistant     403 403 403 403 403
    outsider      403 403 403 403 404`
  const lines = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([who, ...statuses]) => [who!, statuses.map(Number)] as const)

  it.each(lines)('%s: %j', async (name, statuses) => {
    const practice = await partnered()
    const testCase = await given.case({
      practice,
      form: { submission_completed_by: 3, user_id: practice.member.id },
    })
    const outsider = (await given.practice()).owner
    const { owner, manager, member, assistant } = practice
    const people: Record<string, TestUser> = {
      owner,
      manager,
      member,
      assistant,
      outsider,
      partner: practice.partnerUser,
    }
    const who = people[name] ?? (await given.user(name as 'admin'))
    const [onOrder, onCase] = [await chargeOn(practice), await chargeOf(testCase)]
    expect([
      (await addTo(practice.openId, who, { custom_description: 'One', value: 1 })).status,
      (await charge(testCase.id, who, { description: 'One', value: 1 })).status,
      (await takeOff(practice.openId, 'charge', onOrder, who)).status,
      (await discharge(testCase.id, onCase, who)).status,
      (await test.raw(who, 'GET', `/patients/${testCase.id}/charges`)).status,
    ]).toEqual(statuses)
    expect(await ledgerOf(practice)).toHaveLength(statuses[0] === 200 ? 4 : 2)
  })

  it('reads the name of the lab’s people: staff; the practice reads the lab', async () => {
    const practice = await contracted()
    const testCase = await given.case({ practice })
    await chargeOf(testCase)
    const byOf = async (who: TestUser) => (await costsOf(testCase.id, who)).charges.at(-1)!.made_of.by
    expect(await byOf(admin)).toBe('Amy Admin')
    expect(await byOf(practice.owner)).not.toContain('Amy')
    expect(await costsOf(testCase.id, practice.owner)).toMatchObject({ can_add: false })
    expect((await costsOf(testCase.id, practice.owner)).charges.at(-1)).toMatchObject({ can_remove: false })
  })
})

/** A practice with a contract and a partner lab. */
async function partnered(): Promise<Contracted & { partnerUser: TestUser }> {
  const practice = await contracted()
  const { partner } = await given.practice({ partner: true })
  await sql`update organizations set third_party_partner_id = ${partner!.id} where id = ${practice.id}`.execute(db())
  return { ...practice, partnerUser: partner!.user }
}

describe('at once', () => {
  it('two people who take off one charge of a case: one does', async () => {
    const practice = await contracted()
    const testCase = await given.case({ practice })
    const id = await chargeOf(testCase)
    const second = await given.user('super_admin')
    const outcomes = await atOnce(test, [() => discharge(testCase.id, id), () => discharge(testCase.id, id, second)], {
      lock: sql`select 1 from patients where id = ${testCase.id} for update`,
      begins: 0,
    })
    expect(outcomes).toEqual(['done', '404 This charge does not exist.'])
    expect(await historyOf(testCase, admin)).toEqual(['Charge or discount added', 'Charge or discount removed'])
  })

  it.each([0, 1] as const)(
    'two people who take off one charge of an order: one does, beginning with %s',
    async (begins) => {
      const practice = await contracted()
      const id = await chargeOn(practice)
      const second = await given.user('super_admin')
      const outcomes = await atOnce(
        test,
        [() => takeOff(practice.openId, 'charge', id), () => takeOff(practice.openId, 'charge', id, second)],
        { lock: sql`update charges set void_reason = void_reason where id = ${id}`, begins },
      )
      expect(outcomes[begins]).toBe('done')
      expect(outcomes[1 - begins]).toBe('404 This charge does not exist.')
    },
  )

  it('the case’s page and the order’s: one takes it off', async () => {
    const practice = await contracted()
    const testCase = await given.case({ practice })
    const id = await chargeOf(testCase)
    const second = await given.user('super_admin')
    const outcomes = await atOnce(
      test,
      [() => discharge(testCase.id, id), () => takeOff(practice.openId, 'charge', id, second)],
      { lock: sql`select 1 from patients where id = ${testCase.id} for update`, begins: 1 },
    )
    expect(outcomes).toEqual(['404 This charge does not exist.', 'done'])
  })

  it('an order that closes and a person who takes a charge off: whoever has the row first', async () => {
    for (const [closesFirst, expected] of [
      [true, '409 This invoice is closed.'],
      [false, 'done'],
    ] as const) {
      const practice = await contracted()
      const testCase = await given.case({ practice })
      const id = await chargeOf(testCase)
      const closing = async () => {
        await take(practice).execute(db())
        return { status: 200 }
      }
      const removing = () => discharge(testCase.id, id)
      const [, removed] = await atOnce(test, [closing, removing], {
        lock: sql`update charges set void_reason = void_reason where id = ${id}`,
        begins: closesFirst ? 0 : 1,
      })
      expect(removed).toBe(expected)
      expect(await ledgerOf(practice)).toMatchObject([
        closesFirst ? { order_id: practice.closedId, void_reason: null } : { order_id: null, void_reason: 'removed' },
      ])
    }
  })

  it('an order that closes while charges are added: each row is on one side', async () => {
    const practice = await contracted()
    const cases = await Promise.all([1, 2, 3].map(() => given.case({ practice })))
    const people = await Promise.all([1, 2, 3].map(() => given.user('admin')))
    const answers = await Promise.all([
      crowd(9, (index) =>
        charge(cases[index % 3]!.id, people[index % 3]!, { description: `Charge ${index}`, value: index + 1 }),
      ),
      take(practice)
        .execute(db())
        .then(() => []),
    ])
    expect(answers[0].map(({ status }) => status)).toEqual(Array(9).fill(200))
    const ledger = await ledgerOf(practice)
    expect(ledger.map(({ label }) => label).sort()).toEqual(Array.from({ length: 9 }, (_, index) => `Charge ${index}`))
    for (const row of ledger) expect([null, practice.closedId]).toContain(row.order_id)
  })

  it('twenty calls of five people, each with one key of their own: one row each', async () => {
    const practice = await contracted()
    const testCase = await given.case({ practice })
    const people = await Promise.all([1, 2, 3, 4, 5].map(() => given.user('admin')))
    const key = randomUUID()
    const answers = await crowd(20, (index) =>
      charge(testCase.id, people[index % 5]!, { description: 'Once', value: 3 }, { 'idempotency-key': key }),
    )
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    expect(await ledgerOf(practice)).toHaveLength(5)
    expect(await historyOf(testCase, admin)).toHaveLength(5)
  })
})
