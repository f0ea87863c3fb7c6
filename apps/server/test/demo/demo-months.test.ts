import { contracts } from '@archwire/contract/contracts/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { debtors, makeDebtors } from '../../src/demo/debtors.ts'
import { closingsOf, firstClosing } from '../../src/demo/months.ts'
import { makePeople, type DemoPeople } from '../../src/demo/people.ts'
import { makePrices } from '../../src/demo/prices.ts'
import { runDay } from '../../src/modules/contracts/index.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { wrongSums } from '../ledger-sums.ts'

/** Months of practices in the demo, in a database of its own, because demo people have fixed addresses. */
let test: TestApp
let people: DemoPeople
beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true })
  const { db } = test.connection
  await makePrices(db)
  people = await makePeople(db, test.config.labZone, 'https://portal.test')
  await makeDebtors(db, test.config, people)
})
afterAll(() => test.close())

const list = async (query: object = {}) =>
  (
    await test
      .as({ id: people.users.get('admin')!, role: 'admin' })
      .call(contracts.list, { query: { sort: 'full_name_sort', ...query } })
  ).body.contracts
const isDebtor = (name: string) => debtors.some((one) => one.name === name)
const names = async (query: object) => (await list(query)).map(({ organization }) => organization.name)

/** The last invoices of a practice with their states, the oldest first. */
async function statesOf(name: string): Promise<string[]> {
  const { rows } = await sql<{
    state: string
  }>`select coalesce(r.settled_as, r.fm_invoice_status) as state from orders r
    join organizations o on o.id = r.organization_id where o.name = ${name} and r.kind = 'monthly'
      and r.closing_day is not null order by r.closing_day`.execute(test.connection.db)
  return rows.map(({ state }) => state).slice(-6)
}

it('one practice is not paid, one blocked, one suspended with an invoice that was charged back', async () => {
  const shown = new Map(
    (await list()).map(({ organization, payment_status, worst_order_status }) => [
      organization.name,
      [payment_status, worst_order_status],
    ]),
  )
  expect(debtors.map(({ name }) => [name, ...shown.get(name)!])).toEqual([
    ['Birch Street Orthodontics', 'NOT_PAID', 'NOT_PAID'],
    ['Willow Creek Dental', 'BLOCKED', 'BLOCKED'],
    ['Aspen Family Orthodontics', 'SUSPENDED', 'NOT_PAID'],
  ])
  // The filters look at the orders, so that they find the suspended one, too.
  expect(await names({ payment_status: 'NOT_PAID' })).toEqual([
    'Aspen Family Orthodontics',
    'Birch Street Orthodontics',
  ])
  expect(await names({ payment_status: 'BLOCKED' })).toEqual(['Willow Creek Dental'])
  expect(await names({ payment_status: 'SUSPENDED' })).toEqual(['Aspen Family Orthodontics'])
})

it('their invoices have every state, and the sums agree', async () => {
  expect(await statesOf('Birch Street Orthodontics')).toEqual([
    'PAID',
    'PAID',
    'PAID',
    'PAID',
    'written_off',
    'NOT_PAID',
  ])
  expect(await statesOf('Willow Creek Dental')).toEqual(['PAID', 'PAID', 'outside', 'BLOCKED', 'NOT_PAID', 'PENDING'])
  expect(await statesOf('Aspen Family Orthodontics')).toEqual(['PAID', 'PAID', 'PAID', 'PAID', 'PAID', 'NOT_PAID'])
  const { rows } = await sql<{ tries: string[]; refunds: number }>`
    select array_agg(distinct y.status order by y.status) as tries,
      (select count(*)::int from payment_refunds f where f.organization_id = any(array_agg(o.id))) as refunds
    from payments y join organizations o on o.id = y.organization_id
    where o.name = any(${debtors.map(({ name }) => name)}::text[])`.execute(test.connection.db)
  expect(rows[0]).toEqual({ tries: ['DECLINED', 'PAID', 'RETURNED'], refunds: 2 })
  expect(await wrongSums(test.connection.db)).toEqual([])
})

it('causes no charges today, and no notices about past weeks', async () => {
  const { db } = test.connection
  const { rows: told } = await sql<{ name: string; practice: string }>`select b.name, o.name as practice from outbox b
    join organizations o on o.id = (b.payload ->> 'organization_id')::int
    where b.kind = 'activity' and b.name like 'order.%' and (b.payload ->> 'announce')::boolean
      and o.name = any(${debtors.map(({ name }) => name)}::text[]) order by b.payload ->> 'at'`.execute(db)
  expect(told.map(({ name, practice }) => [name, practice])).toEqual([
    ['order.payment_failed', 'Birch Street Orthodontics'],
    ['order.payment_declined', 'Birch Street Orthodontics'],
    ['order.closed', 'Willow Creek Dental'],
  ])
  const before = await list()
  for (const { organization } of before.filter(({ organization: { name } }) => isDebtor(name)))
    await runDay({ db, payments: undefined, labZone: test.config.labZone }, organization.id)
  expect(await list()).toEqual(before)
})

it.each([
  ['2027-03-31', '2026-10-31'],
  ['2027-03-30', '2026-10-30'],
  ['2027-05-31', '2026-12-31'],
  ['2027-07-31', '2027-01-31'],
  ['2028-02-29', '2027-09-29'],
  ['2027-02-28', '2026-09-28'],
])('months that end on %s begin on %s', (last, first) => {
  expect(firstClosing(last)).toBe(first)
  const closings = closingsOf(first, last)
  expect(closings.at(-1)).toBe(last)
  expect([6, 7]).toContain(closings.length)
})
