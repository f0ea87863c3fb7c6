import { caseCharges } from '@archwire/contract/billing/routes.ts'
import type { CaseCharge } from '@archwire/contract/billing/schema.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { labScope } from '../../src/db/scope.ts'
import { beginWaived } from '../../src/modules/billing/index.ts'
import { writeCharges } from '../../src/modules/charges/index.ts'
import { openTestApp, type TestUser } from '../app.ts'
import { givenIn, type GivenCase, type GivenPractice } from '../given.ts'

/** An id that no record has. */
export const nothing = 2_000_000_000

/** A practice with a contract: its open order, and its start-up order, which is closed. */
export type Contracted = GivenPractice & { openId: number; closedId: number }

/**
 * Opens the application for a file of tests about what people enter on open orders: an admin, and what these tests call
 * and read. The file closes `test`.
 */
export async function openCharging() {
  const test = await openTestApp()
  const given = givenIn(test)
  const admin = await given.user('admin', ['Amy', 'Admin'])
  const { db } = test.connection

  /** A practice with a contract: its open order, and its start-up order, which is closed. */
  async function contracted(): Promise<GivenPractice & { openId: number; closedId: number }> {
    const practice = await given.practice()
    const begun = await db
      .transaction()
      .execute((trx) => beginWaived(trx, { scope: labScope, now: new Date() }, practice.id, test.config.labZone))
    const { rows } = await sql<{ id: number }>`
      select id from orders where organization_id = ${practice.id} and fm_invoice_status = 'CURRENT'`.execute(db)
    return { ...practice, openId: rows[0]!.id, closedId: begun.id! }
  }

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
        where organization_id = ${id} and source in ('by_hand', 'patient') order by id`.execute(db)
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

  /** A row of a case's form, of a fee that no form has. */
  const formRow = ({ id, rxFormId, practice }: GivenCase) =>
    db.transaction().execute((trx) =>
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

  /** A practice with a contract and a partner lab. */
  async function partnered(): Promise<Contracted & { partnerUser: TestUser }> {
    const practice = await contracted()
    const { partner } = await given.practice({ partner: true })
    await sql`update organizations set third_party_partner_id = ${partner!.id} where id = ${practice.id}`.execute(db)
    return { ...practice, partnerUser: partner!.user }
  }

  return {
    test,
    given,
    admin,
    db,
    contracted,
    ledgerOf,
    addTo,
    takeOff,
    charge,
    discharge,
    costsOf,
    chargeOf,
    chargeOn,
    take,
    formRow,
    historyOf,
    partnered,
  }
}
export type Charging = Awaited<ReturnType<typeof openCharging>>
