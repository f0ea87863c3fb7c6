import { orders } from '@archwire/contract/billing/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCharges, type NewCharge } from '../../src/modules/charges/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { begun, januaryIn } from '../january.ts'
import { chargeByHand } from '../own-charge.ts'

/** What the open order of a practice shows, and what it keeps when it closes (`billing/open-order`, `billing/closing`). */
let test: TestApp
let given: Given
let admin: TestUser
let practice: ReturnType<typeof januaryIn>['practice']
let close: ReturnType<typeof januaryIn>['close']
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  ;({ practice, close } = januaryIn(test, given))
  admin = await given.user('admin')
})
afterAll(() => test.close())

const owe = ({ id }: GivenPractice, ...rows: Partial<NewCharge>[]) =>
  test.connection.db
    .transaction()
    .execute((trx) => writeCharges(trx, { userId: null, name: 'Archwire', now: begun }, id, rows.map(chargeByHand)))

const current = async ({ id, owner }: GivenPractice, who: TestUser = owner) =>
  (await test.as(who).call(orders.current, { params: { id } })).body
const invoice = async (id: number) => (await test.as(admin).call(orders.get, { params: { id } })).body
interface TestRule {
  label: string
  cents: number
  active: boolean
  first?: string
  last?: string
}
const rules = ({ id }: GivenPractice, ...made: TestRule[]) =>
  sql`insert into periodic_rules (organization_id, contract_id, cents, custom_description, is_active, applied_from, applied_to, created_at, updated_at)
    select c.organization_id, c.id, x.cents, x.label, x.active, x.first, x.last, now(), now() from contracts c,
      jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as x(cents int, label text, active boolean, first date, last date)
    where c.organization_id = ${id}`.execute(test.connection.db)
const contractOf = async ({ id }: GivenPractice) =>
  (
    await sql<{
      next: string
    }>`select next_payment_date::text as next from contracts where organization_id = ${id}`.execute(test.connection.db)
  ).rows[0]!.next
const chargesOf = ({ order }: { order: { charges: { custom_description: string; value: number }[] } | null }) =>
  order!.charges.map(({ custom_description, value }) => [custom_description, value])

describe('the open order', () => {
  it('has what counts before its closing day, and shows what counts later apart', async () => {
    const practiceA = await practice()
    await owe(
      practiceA,
      { label: 'Training' },
      { label: 'On the day', day: '2026-01-31' },
      { label: 'Later', day: '2026-02-03' },
    )
    const shown = await current(practiceA)
    expect(shown.order).toMatchObject({
      closing_day: '2026-01-31',
      period_start: '2026-01-01',
      period_end: '2026-01-30',
      invoice_id: null,
    })
    expect(chargesOf(shown)).toEqual([['Training', 50]])
    expect(shown.metadata.template_data.to_come.map(({ label, day, value }) => [label, day, value])).toEqual([
      ['On the day', '2026-01-31', 50],
      ['Later', '2026-02-03', 50],
    ])
    expect(shown.metadata.template_data.monthly_fee).toBe(99)
    expect(shown.order).toMatchObject({ subtotal: 149, due_day: '2026-02-03' })
  })

  it('has periodic rules that start after its closing day among what is to come, and no others', async () => {
    const made = await practice()
    await rules(
      made,
      { label: 'Scanner lease', cents: 4900, active: true, first: '2026-02-15' },
      { label: 'Off', cents: 100, active: false, first: '2026-02-15' },
      { label: 'Ended', cents: 100, active: true, first: '2026-01-01', last: '2026-01-30' },
    )
    const shown = await current(made)
    expect(shown.order).toMatchObject({ subtotal: 99 })
    expect(shown.metadata.template_data.to_come.map(({ label, day, value }) => [label, day, value])).toEqual([
      ['Scanner lease', '2026-02-15', 49],
    ])
  })

  it('of a suspended practice has what counts by today, and nothing of the month', async () => {
    const made = await practice()
    await owe(
      made,
      { label: 'Before' },
      { label: 'While suspended', day: '2026-02-03' },
      { label: 'Later', day: '2100-01-01' },
    )
    await sql`update organizations set suspended_at = now() where id = ${made.id}`.execute(test.connection.db)
    const shown = await current(made)
    expect(chargesOf(shown).map(([label]) => label)).toEqual(['Before', 'While suspended'])
    expect(shown.order).toMatchObject({ subtotal: 100, closing_day: null, due_day: null, period_start: null })
    expect(shown.metadata.template_data.to_come.map(({ label }) => label)).toEqual(['Later'])
    await sql`update organizations set suspended_at = null, disabled_at = now() where id = ${made.id}`.execute(
      test.connection.db,
    )
    expect((await current(made, admin)).order).toMatchObject({ subtotal: 149, closing_day: null, due_day: null })
  })

  it('is none without a contract', async () => {
    const { order } = await current(await given.practice({ paid: false }))
    expect(order).toBeNull()
  })

  it('is the same by its own address', async () => {
    const made = await practice()
    await owe(made, { label: 'Training' })
    const { order } = await current(made)
    expect((await invoice(order!.id)).order).toMatchObject({ subtotal: order!.subtotal, closing_day: '2026-01-31' })
  })
})

describe('a monthly closing', () => {
  it('keeps what the open order showed, opens the next one, and moves the closing day', async () => {
    const made = await practice()
    await owe(
      made,
      { label: 'Training' },
      { label: 'Discount', unit_cents: -1000 },
      { label: 'Next', day: '2026-01-31' },
    )
    const before = await current(made)
    const closed = (await close(made, '2026-01-31'))!
    const kept = await invoice(closed.id)
    expect(kept.order).toMatchObject({
      fm_invoice_status: 'PENDING',
      closing_day: '2026-01-31',
      period_start: '2026-01-01',
      period_end: '2026-01-30',
      subtotal: before.order!.subtotal,
      total: before.order!.total,
    })
    expect(kept.order.invoice_id).toBe(closed.invoice_id)
    expect(chargesOf(kept)).toEqual([['Training', 50]])
    expect(kept.order.discounts.map(({ custom_description, value }) => [custom_description, value])).toEqual([
      ['Discount', 10],
    ])
    expect(kept.order.order_items.map(({ product, value }) => [product.name, value])).toEqual([
      ['Monthly Fee', before.metadata.template_data.monthly_fee],
    ])
    expect(chargesOf(await current(made))).toEqual([['Next', 50]])
    expect(await contractOf(made)).toBe('2026-02-28')
  })

  it('does nothing before its day, and makes the same order when it runs late', async () => {
    const [early, late] = [await practice(), await practice()]
    for (const each of [early, late]) await owe(each, {}, { label: 'In February', day: '2026-02-10' })
    expect(await close(early, '2026-01-30')).toBeNull()
    const [a, b] = [(await close(early, '2026-01-31'))!, (await close(late, '2026-02-20'))!]
    expect(b.total).toBe(a.total)
    expect(b.day).toBe('2026-01-31')
    expect(await contractOf(late)).toBe('2026-02-28')
  })

  it('keeps the day number through a short month', async () => {
    const made = await practice()
    const days = []
    for (const day of ['2026-01-31', '2026-02-28', '2026-03-31']) days.push((await close(made, day))!.day)
    expect(days).toEqual(['2026-01-31', '2026-02-28', '2026-03-31'])
    expect(await contractOf(made)).toBe('2026-04-30')
  })

  it('carries over what charges below zero could not take off', async () => {
    const made = await practice()
    await owe(made, { label: 'Changed prescription', unit_cents: -10400 })
    const closed = (await close(made, '2026-01-31'))!
    expect((await invoice(closed.id)).order).toMatchObject({ total: 0, fm_invoice_status: 'PAID' })
    expect((await current(made)).order!.discounts).toMatchObject([
      { custom_description: `Carried over from invoice ${closed.invoice_id}`, value: 5, is_periodic: false },
    ])
  })

  it('has a rule on each order of its days, whole', async () => {
    const made = await practice()
    await rules(
      made,
      { label: 'Support', cents: 1500, active: true, first: '2026-01-31', last: '2026-01-31' },
      { label: 'Loyalty', cents: -700, active: true },
      { label: 'Off', cents: 900, active: false },
      { label: 'Later', cents: 800, active: true, first: '2026-02-01' },
    )
    const { order } = await invoice((await close(made, '2026-01-31'))!.id)
    expect(order.charges).toMatchObject([
      { custom_description: 'Support', value: 15, is_periodic: true, can_remove: false },
    ])
    expect(order.discounts).toMatchObject([{ custom_description: 'Loyalty', value: 7, is_periodic: true }])
    expect(chargesOf(await current(made))).toEqual([['Later', 8]])
  })

  it('uses the credit that is valid on its day, and keeps the rest', async () => {
    const made = await practice()
    await owe(made, { unit_cents: 4000 })
    await sql`insert into organization_credits (organization_id, version, cents, valid_from, valid_to, created_at)
      values (${made.id}, 1, 100000, '2026-01-01', '2026-02-28', now())`.execute(test.connection.db)
    const { order } = await invoice((await close(made, '2026-01-31'))!.id)
    expect(order.credits).toMatchObject([{ value: 139 }])
    expect((await current(made)).order!.credits).toMatchObject([{ value: 99 }])
    const { rows } =
      await sql`select sum(cents)::int as used from order_lines where organization_id = ${made.id} and credit_version = 1`.execute(
        test.connection.db,
      )
    expect(rows).toEqual([{ used: 13900 }])
  })

  it('moves its day on without an order while the account setup is not finished', async () => {
    const made = await practice()
    await sql`update locations set is_main = false where organization_id = ${made.id}`.execute(test.connection.db)
    expect(await close(made, '2026-01-31')).toBeNull()
    expect(await contractOf(made)).toBe('2026-02-28')
  })

  it('rests while the practice is suspended', async () => {
    const made = await practice()
    await sql`update organizations set suspended_at = now() where id = ${made.id}`.execute(test.connection.db)
    expect(await close(made, '2026-01-31')).toBeNull()
    // Its closing day has passed: what counts since is on the order, too.
    await owe(made, {}, { label: 'After the closing day', day: '2026-02-10' }, { label: 'To come', day: '2199-01-01' })
    const { order, metadata } = await current(made)
    expect(order).toMatchObject({ closing_day: null, due_day: null, period_start: null, order_items: [] })
    expect(chargesOf({ order })).toEqual([
      ['Training', 50],
      ['After the closing day', 50],
    ])
    expect(metadata.template_data.to_come.map(({ label }) => label)).toEqual(['To come'])
  })

  it('is made once by two at the same time', async () => {
    const made = await practice()
    await owe(made, {})
    const closings = await Promise.all([close(made, '2026-01-31'), close(made, '2026-01-31')])
    expect(closings.filter((each) => each !== null)).toHaveLength(1)
  })
})

it('what is entered by hand is at most what an order that closes can hold, charges and discounts apart', async () => {
  const made = await practice()
  const { id } = (await current(made, admin)).order!
  const day = '2026-01-10'
  await owe(made, { unit_cents: 450_000_000, day }, { unit_cents: -450_000_000, day })
  const add = async (value: number) => {
    const body = { custom_description: 'Again', value }
    const answer = await test.raw(admin, 'POST', `/orders/${id}/add_discount_or_charge`, body)
    return answer.status === 422 ? answer.body.error : answer.status
  }
  expect(await Promise.all([add(500_000.01), add(-500_000.01)])).toEqual([
    { value: ['The charges of an open invoice are at most $5,000,000.00.'] },
    { value: ['The discounts of an open invoice are at most $5,000,000.00.'] },
  ])
  expect([await add(500_000), await add(-500_000), await add(0.01)]).toEqual([
    200,
    200,
    { value: ['The charges of an open invoice are at most $5,000,000.00.'] },
  ])
})

describe('a closing by hand', () => {
  it('takes what counts today, without the monthly fee, and leaves the closing day', async () => {
    const made = await practice()
    await owe(made, { day: '2026-01-15' }, { label: 'Tomorrow', day: '2026-01-16' })
    const closed = (await close(made, '2026-01-15', 'by_hand'))!
    const { order } = await invoice(closed.id)
    expect(order).toMatchObject({
      kind: 'by_hand',
      closing_day: '2026-01-15',
      due_day: '2026-01-15',
      period_start: null,
      order_items: [],
    })
    expect(chargesOf({ order })).toEqual([['Training', 50]])
    expect(await contractOf(made)).toBe('2026-01-31')
    await expect(close(made, '2026-01-15', 'by_hand')).rejects.toThrow('There is nothing on the current invoice.')
  })
})
