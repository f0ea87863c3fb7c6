import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instantIn } from '@archwire/contract/core/dates.ts'
import { closeOrder } from '../../src/modules/billing/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { membersIn, ownPassword } from '../given/members.ts'
import { licenseCalls, licensed } from '../licenses/license-calls.ts'

/** Seats that a practice buys by the month (`licenses/bought`). */
let test: TestApp
let given: Given
let admin: TestUser
let calls: ReturnType<typeof licenseCalls>
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
  calls = licenseCalls(test, admin)
  // Files of one worker share the price; every test of seats asks for this one.
  await sql`update products set price_cents = 2500 where id = 2`.execute(test.connection.db)
})
afterAll(async () => {
  await sql`update products set price_cents = 0 where id = 2`.execute(test.connection.db)
  await test.close()
})

const price = 25
type Practice = Awaited<ReturnType<typeof licensed>>
/** A practice that can buy seats: Multi-seat with one included seat. */
async function multiSeat(): Promise<Practice> {
  const practice = await licensed(test, given)
  await membersIn(test).withPassword(practice.owner)
  await calls.set(practice.licenseId, { license_type_id: 2, seats: 1 })
  return practice
}
const buy = (practice: Practice, seats: number, body: object = {}, who = practice.owner) =>
  calls.buy(practice, { seats, expected_price: price, current_password: ownPassword, ...body }, who)

interface OpenOrder {
  order: {
    order_items: { product: { id: number; name: string }; value: number; details: string; start_date: string | null }[]
  }
}
/** The seats on the current invoice: what the line says, and dollars. */
async function onInvoice(practice: Practice): Promise<[string, number] | null> {
  const { body } = await test.raw(practice.owner, 'GET', `/organizations/${practice.id}/current_order`)
  const line = (body as unknown as OpenOrder).order.order_items.find(({ product }) => product.id === 2)
  return line ? [line.details, line.value] : null
}
/** Closes the month of a practice on its closing day. */
async function closeMonth({ id: organizationId }: Practice): Promise<void> {
  const { db } = test.connection
  const { rows } = await sql<{ day: string }>`
    select next_payment_date::text as day from contracts where organization_id = ${organizationId}`.execute(db)
  const zone = test.config.labZone
  await db
    .transaction()
    .execute((trx) =>
      closeOrder(trx, { organizationId, kind: 'monthly', zone, now: instantIn(zone, rows[0]!.day, 12 * 3600) }),
    )
}
/** Says that the last change of the seats was made 31 days later: in the month after this one. */
const nextMonth = ({ id }: Practice) =>
  sql`update bought_seats b set created_at = created_at + interval '31 days' where organization_id = ${id}
    and version = (select max(x.version) from bought_seats x where x.organization_id = b.organization_id)`.execute(
    test.connection.db,
  )

describe('bought seats', () => {
  it('work at once and stand on the current invoice, each by its price', async () => {
    const practice = await multiSeat()
    await calls.signInOn(practice.owner, 'mac-1')
    expect((await calls.signInOn(practice.owner, 'mac-2')).status).toBe(409)
    expect(await onInvoice(practice)).toBeNull()
    const { body } = await buy(practice, 3)
    expect(body).toMatchObject({
      message: 'The seats are saved.',
      license: { seats: 1, bought_seats: 3, available_seats: 3 },
      seat_price: price,
      charged_seats: 3,
      can: { buy_seats: true },
    })
    expect((await calls.signInOn(practice.owner, 'mac-2')).status).toBe(200)
    expect(await onInvoice(practice)).toEqual(['3 × $25.00', 75])
  })

  it('that are given back stay on the invoice of the month, and are not on the next', async () => {
    const practice = await multiSeat()
    await buy(practice, 4)
    await buy(practice, 1)
    expect(await onInvoice(practice)).toEqual(['4 × $25.00', 100])
    await closeMonth(practice)
    expect(await onInvoice(practice)).toEqual(['1 × $25.00', 25])
    const { rows } = await sql<{ times: number; unit_cents: number; fee: string }>`
      select times, unit_cents, fee from charges where organization_id = ${practice.id} and fee = 'seats'`.execute(
      test.connection.db,
    )
    expect(rows).toEqual([{ times: 4, unit_cents: 2500, fee: 'seats' }])
    await buy(practice, 0)
    await nextMonth(practice)
    expect(await onInvoice(practice)).toEqual(['1 × $25.00', 25])
    await closeMonth(practice)
    expect(await onInvoice(practice)).toBeNull()
  })

  it('are free of a line where a seat costs nothing', async () => {
    const practice = await multiSeat()
    await buy(practice, 2)
    await sql`update products set price_cents = 0 where id = 2`.execute(test.connection.db)
    expect(await onInvoice(practice)).toBeNull()
    await sql`update products set price_cents = 2500 where id = 2`.execute(test.connection.db)
  })

  it('are not fewer than the devices need, and not bought for a Standard license', async () => {
    const practice = await multiSeat()
    await buy(practice, 2)
    for (const device of ['a', 'b']) await calls.signInOn(practice.owner, device)
    expect(await buy(practice, 0)).toMatchObject({
      status: 409,
      body: { error: '2 devices take a seat. Ask the lab to remove devices first.' },
    })
    expect((await buy(practice, 1)).status).toBe(200)
    expect(await calls.set(practice.licenseId, { license_type_id: 1 })).toMatchObject({
      status: 409,
      body: { error: 'The practice buys seats. Give them back first.' },
    })
    const standard = await licensed(test, given)
    await membersIn(test).withPassword(standard.owner)
    expect(await buy(standard, 1)).toMatchObject({
      status: 409,
      body: { error: 'A Standard license cannot buy seats.' },
    })
  })

  it('are bought at the price that the page showed, with one’s own password', async () => {
    const practice = await multiSeat()
    expect((await buy(practice, 2, { expected_price: 24.99 })).body).toMatchObject({
      error: 'The price of a seat has changed. Review the new price, then try again.',
    })
    expect((await buy(practice, 2, { current_password: 'wrong' })).status).toBe(422)
    expect((await buy(practice, 2, { current_password: undefined })).status).toBe(422)
    for (const seats of [-1, 501, 1.5]) expect([seats, (await buy(practice, seats)).status]).toEqual([seats, 422])
    expect((await buy(practice, 500)).status).toBe(409)
    expect((await buy(practice, 499)).status).toBe(200)
    expect((await buy(practice, 0, { expected_price: 1 })).status).toBe(200)
  })

  it('are not bought while the subscription is suspended, and can be given back then', async () => {
    const practice = await multiSeat()
    await buy(practice, 2)
    await sql`update organizations set suspended_at = now() where id = ${practice.id}`.execute(test.connection.db)
    expect(await buy(practice, 3)).toMatchObject({
      status: 409,
      body: { error: 'The subscription of this organization is suspended.' },
    })
    expect((await buy(practice, 1)).status).toBe(200)
  })

  it('of a time without closings count once, with the first month that closes afterwards', async () => {
    const practice = await multiSeat()
    const resume = () => test.raw(admin, 'POST', `/contracts/${contractId}/resume`)
    const { rows } = await sql<{ id: number }>`select id from contracts where organization_id = ${practice.id}`.execute(
      test.connection.db,
    )
    const contractId = rows[0]!.id
    const own = async () => (await calls.own(practice, practice.owner)).body
    await buy(practice, 3)
    expect((await test.raw(admin, 'POST', `/contracts/${contractId}/suspend`)).status).toBe(200)
    // As after three months of suspension, in which one seat was kept: the closing day has long passed.
    await buy(practice, 1)
    await sql`update contracts set next_payment_date = next_payment_date - 90, initial_payment_date = initial_payment_date - 90
      where id = ${contractId}`.execute(test.connection.db)
    expect(await onInvoice(practice)).toBeNull()
    expect(await own()).toMatchObject({ is_suspended: true, charged_seats: 3, license: { bought_seats: 1 } })
    expect((await resume()).status).toBe(200)
    expect(await own()).toMatchObject({ is_suspended: false, charged_seats: 3 })
    expect(await onInvoice(practice)).toEqual(['3 × $25.00', 75])
    await closeMonth(practice)
    expect(await onInvoice(practice)).toEqual(['1 × $25.00', 25])
    const { rows: charged } = await sql<{ times: number }>`
      select times from charges where organization_id = ${practice.id} and fee = 'seats'`.execute(test.connection.db)
    expect(charged).toEqual([{ times: 3 }])
  })

  it.each([
    ['disabled', (id: number, disabled: boolean) => test.raw(admin, 'PUT', `/organizations/${id}`, { disabled })],
    [
      'archived',
      (id: number, off: boolean) =>
        test.raw(admin, 'PUT', `/organizations/${id}/${off ? 'archive' : 'un-archive'}`, {}),
    ],
  ] as const)('of a practice that was %s for months count once', async (_, turn) => {
    const practice = await multiSeat()
    await buy(practice, 3)
    expect((await turn(practice.id, true)).status).toBe(200)
    await sql`update contracts set next_payment_date = next_payment_date - 90, initial_payment_date = initial_payment_date - 90
      where organization_id = ${practice.id}`.execute(test.connection.db)
    expect((await turn(practice.id, false)).status).toBe(200)
    expect(await onInvoice(practice)).toEqual(['3 × $25.00', 75])
    await closeMonth(practice)
    const { rows } = await sql<{ times: number }>`
      select times from charges where organization_id = ${practice.id} and fee = 'seats'`.execute(test.connection.db)
    expect(rows).toEqual([{ times: 3 }])
  })

  it('keep the owner from archiving the practice until their month is closed', async () => {
    const practice = await multiSeat()
    await buy(practice, 2)
    const archive = () => test.raw(practice.owner, 'PUT', `/organizations/${practice.id}/archive`, {})
    const error = 'Seats of $50.00 are on your current invoice. Ask the lab to archive the practice once it is closed.'
    expect(await archive()).toMatchObject({ status: 409, body: { error } })
    await buy(practice, 0)
    expect(await archive()).toMatchObject({ status: 409, body: { error } })
  })

  it('are bought by owners alone; of two at once one number holds', async () => {
    const practice = await multiSeat()
    const others = [practice.manager, practice.member, admin, (await multiSeat()).owner]
    await membersIn(test).withPassword(...others)
    const statuses = []
    for (const who of others) statuses.push((await buy(practice, 2, {}, who)).status)
    expect(statuses).toEqual([403, 403, 403, 404])
    const answers = await Promise.all([buy(practice, 2), buy(practice, 3)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { rows } = await sql<{ version: number; seats: number }>`
      select version, seats from bought_seats where organization_id = ${practice.id} order by version`.execute(
      test.connection.db,
    )
    expect(rows.map(({ version }) => version)).toEqual([1, 2])
    expect((await calls.of(practice.licenseId)).bought_seats).toBe(rows[1]!.seats)
  })
})
