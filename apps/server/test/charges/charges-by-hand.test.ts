import { randomUUID } from 'node:crypto'
import { dayIn } from '@archwire/contract/core/dates.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCharges } from '../../src/modules/charges/index.ts'
import { atOnce } from '../at-once.ts'
import { audited } from '../audited.ts'
import { nothing, openCharging, type Charging } from './charging.ts'
import { crowd } from '../crowd.ts'

/** What people enter on the open order of a practice and for its cases (`billing/by-hand`, `billing/case-costs`). */
let on: Charging
beforeAll(async () => {
  on = await openCharging()
})
afterAll(() => on.test.close())

describe('a charge of a practice', () => {
  it('is a row of the ledger that counts from today, of a person and of no list', async () => {
    const practice = await on.contracted()
    const answer = await on.addTo(practice.openId, on.admin, { custom_description: ' Return shipping ', value: 12.5 })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: 'The charge is added.',
        order: {
          id: practice.openId,
          charges: [{ custom_description: 'Return shipping', value: 12.5, is_periodic: false, can_remove: true }],
          can_add: true,
        },
      },
    })
    const { rows } =
      await sql`select patient_id, source, source_id, fee, kind, label, times, unit_cents, cents, price_list,
      price_overrides, user_id, user_name, order_id, created_at, day::text as day from charges where organization_id = ${practice.id}`.execute(
        on.db,
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
      user_id: on.admin.id,
      user_name: 'Amy Admin',
      order_id: null,
      day: dayIn(on.test.config.labZone, created_at),
    })
  })

  it('below zero is a discount, which only Remove discount takes off', async () => {
    const practice = await on.contracted()
    const discount = await on.chargeOn(practice, -20)
    expect((await on.takeOff(practice.openId, 'charge', discount)).status).toBe(404)
    expect(await on.takeOff(practice.openId, 'discount', discount)).toMatchObject({
      status: 200,
      body: { message: 'The discount is removed.' },
    })
    const added = await on.chargeOn(practice)
    expect((await on.takeOff(practice.openId, 'discount', added)).status).toBe(404)
    expect((await on.takeOff(practice.openId, 'charge', added)).status).toBe(200)
    expect((await on.ledgerOf(practice)).map(({ cents, void_reason }) => [cents, void_reason])).toEqual([
      [-2000, 'removed'],
      [1250, 'removed'],
    ])
  })

  it('is refused on a closed order', async () => {
    const { closedId } = await on.contracted()
    expect(await on.addTo(closedId, on.admin, { custom_description: 'Late', value: 1 })).toMatchObject({
      status: 409,
      body: { error: 'This invoice is closed.' },
    })
  })

  it('is taken off while no closed order holds it, then no more', async () => {
    const practice = await on.contracted()
    const id = await on.chargeOn(practice)
    await on.take(practice).execute(on.db)
    expect((await on.takeOff(practice.openId, 'charge', id)).status).toBe(404)
    expect(await on.takeOff(practice.closedId, 'charge', id)).toMatchObject({
      status: 409,
      body: { error: 'This invoice is closed.' },
    })
    expect(await on.ledgerOf(practice)).toMatchObject([{ order_id: practice.closedId, void_reason: null }])
  })

  it('of another practice, of an order that does not hold it, or of the work is none', async () => {
    const practice = await on.contracted()
    const other = await on.contracted()
    const id = await on.chargeOn(practice)
    const [ofWork] = await on.db.transaction().execute((trx) =>
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
      expect((await on.takeOff(order, 'charge', row)).status).toBe(404)
    expect(await on.ledgerOf(practice)).toMatchObject([{ void_reason: null }])
  })

  it('is recorded as a change of the order', async () => {
    const practice = await on.contracted()
    const id = await on.chargeOn(practice)
    await on.takeOff(practice.openId, 'charge', id)
    const lines = await audited(on.test, `organization_id = $1 and action like 'order.charge_%'`, [practice.id])
    expect(lines).toEqual([
      { user_id: on.admin.id, data: { charge_id: id, description: 'Return shipping', value: 12.5 } },
      { user_id: on.admin.id, data: { charge_id: id, value: 12.5 } },
    ])
  })

  it('of an archived or disabled practice is entered by staff all the same', async () => {
    for (const column of ['deleted_at', 'disabled_at']) {
      const practice = await on.contracted()
      await sql`update organizations set ${sql.ref(column)} = now() where id = ${practice.id}`.execute(on.db)
      const id = await on.chargeOn(practice)
      expect((await on.takeOff(practice.openId, 'charge', id)).status).toBe(200)
    }
  })
})

describe('a charge of a case', () => {
  it('is among what the case costs, and can be taken off again', async () => {
    const practice = await on.contracted()
    const { id } = await on.given.case({ practice })
    const answer = await on.charge(id, on.admin, { description: 'Extra bracket', value: 8 })
    expect(answer).toMatchObject({ status: 200, body: { message: 'The charge is added.', can_add: true } })
    const costs = await on.costsOf(id)
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
    expect(await on.discharge(id, row.id)).toMatchObject({ status: 200, body: { message: 'The charge is removed.' } })
    const after = await on.costsOf(id)
    expect(after.charges.at(-1)).toMatchObject({ id: row.id, voided: 'removed', can_remove: false })
    expect(after.total).toBe(before - 8)
  })

  it('is on the invoice that took it, where no one takes it off', async () => {
    const practice = await on.contracted()
    const testCase = await on.given.case({ practice })
    const id = await on.chargeOf(testCase)
    await on.take(practice).execute(on.db)
    const [row] = (await on.costsOf(testCase.id)).charges.filter((one) => one.id === id)
    expect(row).toMatchObject({ order: { id: practice.closedId, fm_invoice_status: 'PAID' }, can_remove: false })
    expect(await on.discharge(testCase.id, id)).toMatchObject({
      status: 409,
      body: { error: 'This invoice is closed.' },
    })
  })

  it('can be taken off the open order, too', async () => {
    const practice = await on.contracted()
    const testCase = await on.given.case({ practice })
    const id = await on.chargeOf(testCase)
    expect((await on.takeOff(practice.openId, 'charge', id)).status).toBe(200)
    expect((await on.costsOf(testCase.id)).charges.at(-1)).toMatchObject({ voided: 'removed' })
    expect(await on.historyOf(testCase, on.admin)).toEqual(['Charge or discount added', 'Charge or discount removed'])
  })

  it('needs an open order', async () => {
    const practice = await on.given.practice()
    const { id } = await on.given.case({ practice })
    expect(await on.charge(id, on.admin, { description: 'Extra bracket', value: 8 })).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/^This practice has no current invoice\./) },
    })
    expect(await on.costsOf(id)).toMatchObject({ can_add: false })
    expect(await on.ledgerOf(practice)).toEqual([])
  })

  it('of another case, of the practice or of the work is none', async () => {
    const practice = await on.contracted()
    const testCase = await on.given.case({ practice })
    const other = await on.given.case({ practice })
    const ofOther = await on.chargeOf(other)
    const ofPractice = await on.chargeOn(practice)
    for (const row of [ofOther, ofPractice, nothing]) expect((await on.discharge(testCase.id, row)).status).toBe(404)
    expect((await on.discharge(nothing, ofOther)).status).toBe(404)
  })

  it('is added to an archived case, too', async () => {
    const practice = await on.contracted()
    const testCase = await on.given.case({ practice, archived: true })
    const id = await on.chargeOf(testCase)
    expect((await on.discharge(testCase.id, id)).status).toBe(200)
  })

  it('follows its form to the case that the form moves to, what was entered by hand stays', async () => {
    const practice = await on.contracted()
    const source = await on.given.case({ practice, archived: true })
    const byHand = await on.chargeOf(source)
    const [ofForm] = await on.formRow(source)
    const moved = await on.test.as(on.admin).call(patients.create, {
      body: {
        first_name: 'Ada',
        last_name: `Moved ${on.given.unique().toUpperCase()}`,
        user_id: practice.owner.id,
        organization_id: practice.id,
        rx_form_id: source.rxFormId,
      } as never,
    })
    expect(moved.status).toBe(200)
    const idsOf = async (patient: number) => (await on.costsOf(patient)).charges.map(({ id }) => id)
    expect(await idsOf(moved.body.patient.id)).toContain(ofForm!)
    expect(await idsOf(moved.body.patient.id)).not.toContain(byHand)
    expect(await idsOf(source.id)).not.toContain(ofForm!)
    expect(await idsOf(source.id)).toContain(byHand)
  })
})

describe('at once', () => {
  it('two people who take off one charge of a case: one does', async () => {
    const practice = await on.contracted()
    const testCase = await on.given.case({ practice })
    const id = await on.chargeOf(testCase)
    const second = await on.given.user('super_admin')
    const outcomes = await atOnce(
      on.test,
      [() => on.discharge(testCase.id, id), () => on.discharge(testCase.id, id, second)],
      {
        lock: sql`select 1 from patients where id = ${testCase.id} for update`,
        begins: 0,
      },
    )
    expect(outcomes).toEqual(['done', '404 This charge does not exist.'])
    expect(await on.historyOf(testCase, on.admin)).toEqual(['Charge or discount added', 'Charge or discount removed'])
  })

  it.each([0, 1] as const)('two people who take off one charge: one does, beginning with %s', async (begins) => {
    const practice = await on.contracted()
    const id = await on.chargeOn(practice)
    const second = await on.given.user('super_admin')
    const outcomes = await atOnce(
      on.test,
      [() => on.takeOff(practice.openId, 'charge', id), () => on.takeOff(practice.openId, 'charge', id, second)],
      { lock: sql`select 1 from charges where id = ${id} for update`, begins },
    )
    expect(outcomes[begins]).toBe('done')
    expect(outcomes[1 - begins]).toBe('404 This charge does not exist.')
  })

  it('the case’s page and the order’s: one takes it off', async () => {
    const practice = await on.contracted()
    const testCase = await on.given.case({ practice })
    const id = await on.chargeOf(testCase)
    const second = await on.given.user('super_admin')
    const outcomes = await atOnce(
      on.test,
      [() => on.discharge(testCase.id, id), () => on.takeOff(practice.openId, 'charge', id, second)],
      { lock: sql`select 1 from patients where id = ${testCase.id} for update`, begins: 1 },
    )
    expect(outcomes).toEqual(['404 This charge does not exist.', 'done'])
  })

  it('lets the first to lock a row win: an order that closes, or a person who voids the charge', async () => {
    for (const [closesFirst, expected] of [
      [true, '409 This invoice is closed.'],
      [false, 'done'],
    ] as const) {
      const practice = await on.contracted()
      const testCase = await on.given.case({ practice })
      const id = await on.chargeOf(testCase)
      const closing = async () => {
        await on.take(practice).execute(on.db)
        return { status: 200 }
      }
      const removing = () => on.discharge(testCase.id, id)
      const [, removed] = await atOnce(on.test, [closing, removing], {
        lock: sql`select 1 from charges where id = ${id} for update`,
        begins: closesFirst ? 0 : 1,
      })
      expect(removed).toBe(expected)
      expect(await on.ledgerOf(practice)).toMatchObject([
        closesFirst ? { order_id: practice.closedId, void_reason: null } : { order_id: null, void_reason: 'removed' },
      ])
    }
  })

  it('an order that closes while charges are added: each row is on one side', async () => {
    const practice = await on.contracted()
    const cases = await Promise.all([1, 2, 3].map(() => on.given.case({ practice })))
    const people = await Promise.all([1, 2, 3].map(() => on.given.user('admin')))
    const answers = await Promise.all([
      crowd(9, (index) =>
        on.charge(cases[index % 3]!.id, people[index % 3]!, { description: `Charge ${index}`, value: index + 1 }),
      ),
      on
        .take(practice)
        .execute(on.db)
        .then(() => []),
    ])
    expect(answers[0].map(({ status }) => status)).toEqual(Array(9).fill(200))
    const ledger = await on.ledgerOf(practice)
    expect(ledger.map(({ label }) => label).sort()).toEqual(Array.from({ length: 9 }, (_, index) => `Charge ${index}`))
    for (const row of ledger) expect([null, practice.closedId]).toContain(row.order_id)
  })

  it('twenty calls of five people, each with one key of their own: one row each', async () => {
    const practice = await on.contracted()
    const testCase = await on.given.case({ practice })
    const people = await Promise.all([1, 2, 3, 4, 5].map(() => on.given.user('admin')))
    const key = randomUUID()
    const answers = await crowd(20, (index) =>
      on.charge(testCase.id, people[index % 5]!, { description: 'Once', value: 3 }, { 'idempotency-key': key }),
    )
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    expect(await on.ledgerOf(practice)).toHaveLength(5)
    expect(await on.historyOf(testCase, on.admin)).toHaveLength(5)
  })
})
