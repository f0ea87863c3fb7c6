import { randomUUID } from 'node:crypto'
import { addDays, dayIn } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type TestUser } from '../app.ts'
import { audited } from '../audited.ts'
import { organizationCallsIn, refusalOf, type OrganizationCalls } from '../organization-calls.ts'
import { details, none, once, openPurchases, type Purchases } from '../purchases.ts'

/** What a purchase charges and makes (`billing/purchase`, `billing/declined`, `billing/bank`). */
let on: Purchases
let organizations: OrganizationCalls
let admin: TestUser
beforeAll(async () => {
  on = await openPurchases()
  organizations = organizationCallsIn(on.test)
  admin = await on.given.user('admin')
})
beforeEach(() => (on.instead = undefined))
afterAll(() => on.close())
/** The settings of the lab are restored for the files that follow. */
async function withSettings(values: ReturnType<typeof sql>, work: () => Promise<void>): Promise<void> {
  const { db } = on.test.connection
  const before = await db
    .selectFrom('lab_settings')
    .select(['tax_state', 'tax_rate_percent', 'registration_fee_cents'])
    .executeTakeFirstOrThrow()
  await sql`update lab_settings set ${values}`.execute(db)
  try {
    await work()
  } finally {
    await db.updateTable('lab_settings').set(before).execute()
  }
}

const rowsOf = async (query: ReturnType<typeof sql>) =>
  (await query.execute(on.test.connection.db)).rows as Record<string, unknown>[]
const orderOf = async (id: number) =>
  (
    await rowsOf(
      sql`select invoice_id, fm_invoice_status as status, fm_paid_at is not null as paid, subtotal_cents as subtotal, tax_cents as tax,
        card_fee_cents as fee, total_cents as total from orders where organization_id = ${id} and kind = 'start_up'`,
    )
  )[0]!
const linesOf = (id: number) =>
  rowsOf(sql`select kind, description, cents from order_lines where organization_id = ${id} order by position`)
const paymentsOf = (id: number) =>
  rowsOf(
    sql`select status, cents, message, order_id is not null as of_order from payments where organization_id = ${id} order by id`,
  )
const actionsOf = async (id: number) =>
  (
    await audited(on.test, `organization_id = $1 and action like any ('{order.%,location.%,organization.setup%}')`, [
      id,
    ])
  ).length
const setupOf = async (owner: TestUser, id: number) =>
  (await on.read(owner, id)).body.account_setup as Record<string, unknown>
async function code(values: object = {}): Promise<string> {
  const word = `P-${on.given.unique()}`.toUpperCase()
  const row = { code: word, value: 10_000, is_fixed: false, promotion_code_type_id: 1, ...values }
  await on.test.connection.db.insertInto('promotion_codes').values(row).execute()
  return word
}
describe('by card', () => {
  it('charges the fee with the card fee, and makes everything once', async () => {
    const { id, owner } = await on.ready()
    const before = dayIn(on.test.config.labZone, new Date())
    const answer = await on.buy(owner, id, { expected_total: 202.98 })
    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'Thank you for your order.', order: { fm_invoice_status: 'PAID', total: 202.98 } },
    })
    expect(await on.counts(id)).toEqual({ ...once, lines: 1, payments: 1 })
    expect((await on.charged(id)).map(({ total }) => total)).toEqual([202.98])
    expect(await orderOf(id)).toMatchObject({ status: 'PAID', paid: true, subtotal: 20_000, tax: 0, fee: 298 })
    expect(await linesOf(id)).toEqual([{ kind: 'product', description: 'Start-up Fee', cents: 20_000 }])
    expect(await paymentsOf(id)).toMatchObject([{ status: 'PAID', cents: 20_298, of_order: true }])
    const [contract] = await rowsOf(
      sql`select initial_payment_date as begun, next_payment_date as next from contracts where organization_id = ${id}`,
    )
    expect([before, dayIn(on.test.config.labZone, new Date())]).toContain(contract!.begun)
    expect(contract!.next).toBe(addDays(contract!.begun as string, 30))
    const { survey_answer_id: _, organization, ...place } = details
    expect(await rowsOf(sql`select to_jsonb(l) as place from locations l where organization_id = ${id}`)).toMatchObject(
      [{ place: { ...place, location_name: organization, is_main: true } }],
    )
    expect(
      await rowsOf(sql`select to_jsonb(a) as address from billing_addresses a where organization_id = ${id}`),
    ).toMatchObject([{ address: place }])
    expect(await organizations.rowOf(id)).toMatchObject({ name: organization, startup_fee_waived_by: null })
    expect(await setupOf(owner, id)).toMatchObject({ is_finished: true, startup_fee: 'paid', is_in_progress: false })
    for (const action of ['order.created', 'order.paid', 'location.added', 'organization.setup_finished'])
      expect([action, await audited(on.test, `organization_id = $1 and action = $2`, [id, action])]).toMatchObject([
        action,
        [{ user_id: owner.id }],
      ])
    // Open pages of all members are told.
    const told = await rowsOf(sql`select distinct name from outbox
      where kind = 'event' and (payload ->> 'organization_id')::int = ${id} order by name`)
    const names = ['location', 'onboarding', 'order', 'organization'].map((subject) => `${subject}.changed`)
    expect(told.map(({ name }) => name)).toEqual(names)
    const { order } = answer.body as { order: { id: number } }
    const notices = await rowsOf(sql`select payload ->> 'event' as event from outbox
      where kind = 'activity' and payload ->> 'subject' = 'order' and (payload ->> 'id')::int = ${order.id}`)
    expect(notices).toEqual([{ event: 'paid' }])
  })

  it('with tax where the billing address is in the state of the tax', () =>
    withSettings(sql`tax_state = 'MN', tax_rate_percent = 6.875`, async () => {
      const { id, owner } = await on.ready('paid', { state: 'MN' })
      expect((await on.buy(owner, id)).body.order).toMatchObject({ total: 216.93 })
      expect(await orderOf(id)).toMatchObject({ subtotal: 20_000, tax: 1375, fee: 318, total: 21_693 })
      // A saved billing address decides before the one of the details, and stays.
      const other = await on.ready('paid', { state: 'MN' })
      const { survey_answer_id: _, organization: __, ...address } = details
      const saved = await on.test.raw(other.owner, 'PUT', `/organizations/${other.id}/billing_address`, {
        ...address,
        email: 'books@example.com',
        street_address_line_2: 'Suite 2',
      })
      expect(saved.status).toBe(200)
      expect((await on.buy(other.owner, other.id)).body.order).toMatchObject({ total: 202.98 })
      expect(
        await rowsOf(
          sql`select state, street_address_line_2 as line from billing_addresses where organization_id = ${other.id}`,
        ),
      ).toEqual([{ state: 'CO', line: 'Suite 2' }])
    }))

  it('declined says why in the provider’s words, makes nothing and keeps what was entered; then paid', async () => {
    const practice = await on.ready('declined')
    const { id, owner } = practice
    const key = randomUUID()
    const declined = { status: 409, body: { error: 'The card was declined: insufficient funds.', code: 2208 } }
    expect(await on.buy(owner, id, {}, key)).toMatchObject(declined)
    expect(await on.buy(owner, id, {}, key)).toMatchObject(declined)
    expect(await on.counts(id)).toEqual({ ...none, payments: 1 })
    expect(await paymentsOf(id)).toEqual([
      { status: 'DECLINED', cents: 20_298, message: 'The card was declined: insufficient funds.', of_order: false },
    ])
    expect(
      await audited(on.test, `organization_id = $1 and action = 'organization.payment_declined'`, [id]),
    ).toHaveLength(1)
    expect(await actionsOf(id)).toBe(0)
    expect((await organizations.rowOf(id)).startup_fee_settled_at).toBeNull()
    // An owner who was not there when it was declined reads why, too.
    expect(await setupOf(owner, id)).toMatchObject({
      is_saved: true,
      account_details: details,
      startup_fee: 'due',
      last_problem: 'The card was declined: insufficient funds.',
    })
    await on.method(practice, 'paid')
    expect((await on.buy(owner, id)).status).toBe(200)
    expect(await setupOf(owner, id)).toMatchObject({ startup_fee: 'paid', last_problem: null })
    expect(await on.counts(id)).toEqual({ ...once, lines: 1, payments: 2 })
    expect(await on.charged(id)).toHaveLength(1)
  })

  it('refused by the provider before it is tried is declined, too', async () => {
    const { id, owner } = await on.ready()
    const [method] = await rowsOf(sql`select provider_id from payment_methods where organization_id = ${id}`)
    await on.payments.provider.removeMethod(method!.provider_id as string)
    expect(await on.buy(owner, id)).toMatchObject({
      status: 409,
      body: { error: 'The Payment Method has been deleted.', code: 2208 },
    })
    expect(await paymentsOf(id)).toMatchObject([{ status: 'DECLINED' }])
    expect(await on.counts(id)).toEqual({ ...none, payments: 1 })
  })
})

describe('from a bank account', () => {
  it('is pending without a card fee, and everything is made at once', async () => {
    const { id, owner } = await on.ready('bank')
    expect((await on.buy(owner, id)).body.order).toMatchObject({ fm_invoice_status: 'PENDING', total: 200 })
    expect(await on.counts(id)).toEqual({ ...once, lines: 1, payments: 1 })
    expect(await orderOf(id)).toMatchObject({ paid: false, fee: 0, total: 20_000 })
    expect(await paymentsOf(id)).toMatchObject([{ status: 'PENDING', cents: 20_000 }])
    expect((await organizations.rowOf(id)).startup_fee_settled_at).not.toBeNull()
    expect(await audited(on.test, `organization_id = $1 and action = 'order.payment_pending'`, [id])).toHaveLength(1)
    expect((await on.buy(owner, id)).body.error).toBe('The account setup is finished.')
  })

  it('that was returned is paid again with the same order, by the present method, and nothing is made twice', async () => {
    const practice = await on.ready('bank')
    const { id, owner } = practice
    await on.buy(owner, id)
    const { invoice_id: invoice } = await orderOf(id)
    await on.returns(id)
    const [{ message } = { message: '' }] = await paymentsOf(id)
    expect(message).not.toBe('')
    expect(await setupOf(owner, id)).toMatchObject({
      is_finished: true,
      startup_fee: 'due',
      can: { purchase: true },
      last_problem: message,
    })
    expect((await on.buy(owner, id, { promotion_code: await code() })).body.error).toBe(
      'This invoice exists already. A promotion code cannot be added to it.',
    )
    await on.method(practice, 'declined')
    expect((await on.buy(owner, id)).body.code).toBe(2208)
    expect(await orderOf(id)).toMatchObject({ status: 'NOT_PAID', fee: 0, total: 20_000 })
    await on.method(practice, 'paid')
    await organizations.set(id, sql`name = 'Renamed by hand'`)
    expect((await on.buy(owner, id, { expected_total: 200 })).body.code).toBe(2206)
    expect((await on.buy(owner, id, { expected_total: 202.98 })).status).toBe(200)
    expect(await orderOf(id)).toEqual({
      invoice_id: invoice,
      status: 'PAID',
      paid: true,
      subtotal: 20_000,
      tax: 0,
      fee: 298,
      total: 20_298,
    })
    expect(await on.counts(id)).toEqual({ ...once, lines: 1, payments: 3 })
    expect((await paymentsOf(id)).map(({ status }) => status)).toEqual(['RETURNED', 'DECLINED', 'PAID'])
    expect(await organizations.rowOf(id)).toMatchObject({ name: 'Renamed by hand' })
    expect((await organizations.rowOf(id)).startup_fee_settled_at).not.toBeNull()
  })

  it('that was returned can be waived: the same order is written off, with its lines and its total', async () => {
    const { id, owner } = await on.ready('bank')
    await on.buy(owner, id)
    await on.returns(id)
    expect((await organizations.waive(admin, id)).status).toBe(200)
    expect(await orderOf(id)).toMatchObject({ status: 'PAID', paid: false, subtotal: 20_000, total: 20_000 })
    expect(await setupOf(owner, id)).toMatchObject({ startup_fee: 'waived', last_problem: null })
    expect(await linesOf(id)).toEqual([{ kind: 'product', description: 'Start-up Fee', cents: 20_000 }])
    expect(await on.counts(id)).toEqual({ ...once, lines: 1, payments: 2 })
    expect((await paymentsOf(id)).map(({ status }) => status)).toEqual(['RETURNED', 'PAID'])
    expect((await on.buy(owner, id)).body.error).toBe('The account setup is finished.')
  })
})

describe('without a charge', () => {
  it('a waived practice asks for a method all the same, and gets its main location', async () => {
    const practice = await on.lead()
    const { id, owner } = practice
    await organizations.waive(admin, id)
    expect(await setupOf(owner, id)).toMatchObject({ startup_fee: 'waived', is_finished: false })
    expect((await on.buy(owner, id)).body.error).toBe('Save your account details first.')
    await on.save(owner, id, details)
    expect((await on.buy(owner, id)).body.error).toBe('Add a payment method first.')
    await on.method(practice, 'declined')
    expect((await on.buy(owner, id, { promotion_code: await code() })).body.error).toBe(
      'The start-up fee is settled. A promotion code is not needed.',
    )
    const answer = await on.buy(owner, id, { expected_total: 0 })
    expect(answer).toMatchObject({ status: 200, body: { order: { fm_invoice_status: 'PAID', total: 0 } } })
    expect(await on.counts(id)).toEqual({ ...once, lines: 2, payments: 0 })
    expect(await on.charged(id)).toEqual([])
    expect(await organizations.rowOf(id)).toMatchObject({ name: details.organization, startup_fee_waived_by: admin.id })
  })

  it('NOSTARTUPFEE takes off all of it, once', async () => {
    const { id, owner } = await on.ready('declined')
    const word = await code()
    const answer = await on.buy(owner, id, { promotion_code: word.toLowerCase(), expected_total: 0 })
    expect(answer).toMatchObject({ status: 200, body: { order: { fm_invoice_status: 'PAID', total: 0 } } })
    expect(await on.counts(id)).toEqual({ ...once, lines: 2, payments: 0 })
    const { order } = answer.body as { order: { id: number } }
    expect((await on.test.raw(owner, 'GET', `/orders/${order.id}`)).body.order).toMatchObject({
      discounts: [{ custom_description: 'Promotion code', value: 200, promotion_code: word }],
    })
  })

  it('a fee that is settled without an order gets one that is waived', async () => {
    const practice = await on.ready()
    await organizations.set(practice.id, sql`startup_fee_settled_at = now()`)
    expect((await on.buy(practice.owner, practice.id)).body.order).toMatchObject({ total: 0 })
    expect(await on.counts(practice.id)).toEqual({ ...once, lines: 2, payments: 0 })
  })
})

describe('a promotion code', () => {
  it('of a fixed amount leaves the rest to be charged', async () => {
    const { id, owner } = await on.ready()
    const word = await code({ value: 5_050, is_fixed: true })
    // 149.50 and 1.49 % of it.
    expect((await on.buy(owner, id, { promotion_code: word })).body.order).toMatchObject({ total: 151.73 })
    expect((await on.charged(id)).map(({ total }) => total)).toEqual([151.73])
    expect(await linesOf(id)).toMatchObject([{ cents: 20_000 }, { kind: 'discount', cents: 5_050 }])
  })

  it('that cannot be used is refused, and nothing is charged', async () => {
    const { id, owner } = await on.ready()
    const refused = async (word: string) =>
      expect(await on.buy(owner, id, { promotion_code: word })).toMatchObject(
        refusalOf('promotion_code', 'This promotion code cannot be used.'),
      )
    await refused(await code({ is_active: false }))
    await refused(await code({ expires_at: addDays(dayIn(on.test.config.labZone, new Date()), -2) }))
    await refused(await code({ promotion_code_type_id: 2 }))
    await refused('NO-SUCH-CODE')
    // Purchases are no way to guess codes: their failures are counted with those of validate_code.
    for (let tries = 4; tries < on.test.config.loginLimits.perAccount; tries += 1) await refused(`NO-SUCH-${tries}`)
    expect(await on.buy(owner, id, { promotion_code: 'NO-SUCH-CODE' })).toMatchObject({ status: 429 })
    expect(await on.buy(owner, id, { promotion_code: '4111 1111 1111 1111' })).toMatchObject(
      refusalOf('promotion_code', 'Do not enter card or account numbers here.'),
    )
    expect(await on.counts(id)).toEqual(none)
    expect(await on.charged(id)).toEqual([])
  })
})

describe('the total', () => {
  it('that differs from the page’s is not charged', async () => {
    const { id, owner } = await on.ready()
    expect(await on.buy(owner, id, { expected_total: 200 })).toMatchObject({
      status: 409,
      body: {
        error: 'The total is $202.98 now. Nothing was charged. Check the order and try again.',
        code: 2206,
      },
    })
    expect(await on.counts(id)).toEqual(none)
    expect((await on.buy(owner, id, { expected_total: 202.98 })).status).toBe(200)
  })

  it('is that of the intent, if the price changes before it is settled', async () => {
    const { id, owner } = await on.ready()
    await withSettings(sql`registration_fee_cents = 20000`, async () => {
      on.instead = async (charge, next) => {
        await sql`update lab_settings set registration_fee_cents = 99900`.execute(on.test.connection.db)
        return next(charge)
      }
      expect((await on.buy(owner, id)).body.order).toMatchObject({ total: 202.98 })
    })
    expect(await orderOf(id)).toMatchObject({ subtotal: 20_000, total: 20_298 })
    expect(await linesOf(id)).toMatchObject([{ cents: 20_000 }])
  })
})

it('a server without a provider says so, and stores nothing', async () => {
  const { id, owner } = await on.ready()
  const bare = await openTestApp()
  try {
    expect(await on.buy(owner, id, {}, randomUUID(), bare)).toMatchObject({
      status: 409,
      body: { error: 'Payments are not set up on this server.' },
    })
    expect(await on.counts(id)).toEqual(none)
  } finally {
    await bare.close()
  }
})
