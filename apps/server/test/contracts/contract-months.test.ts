import { addDays, type Day } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chanceOf } from '../../../../tools/chance.ts'
import { isCharged, nextTry } from '../../src/modules/billing/charging/schedule.ts'
import { unpaidOrdersOf } from '../../src/modules/billing/index.ts'
import { nextClosing } from '../../src/modules/charges/index.ts'
import { declined, openDays, type Days } from './contract-days.ts'
import { wrongSums } from '../ledger-sums.ts'

/**
 * Months of practices by a given clock: no order is missing or double, and all money is somewhere (`contracts/day`). Twenty-four
 * months of forty practices with LONG=1.
 */
let days: Days
beforeAll(async () => void (days = await openDays()))
afterAll(() => days.close())

const long = process.env.LONG === '1'
const [months, count] = long ? [24, 40] : [3, 6]
/** Both changes of daylight saving and a leap day are among the longer ones. */
const first: Day = '2027-12-01'

it(
  `${months} months of ${count} practices, with declines, returns of banks, payments by hand and days without a worker`,
  { timeout: 1_200_000 },
  async () => {
    const chance = {
      below: (
        (next) => (most: number) =>
          Math.floor(next() * most)
      )(chanceOf(20_261_127)),
    }
    const practices = []
    for (let index = 0; index < count; index += 1) {
      const began = addDays(first, chance.below(31))
      practices.push({ ...(await days.practice(began, index % 3 === 2 ? 'bank' : 'paid')), began })
    }
    const ids = practices.map(({ id }) => id)
    const banks = bankDays(ids)
    let down = 0
    const last = addDays(first, 31 + months * 31)
    for (let day = first; day <= last; day = addDays(day, 1)) {
      await banks.live(day)
      if (down > 0) down -= 1
      else if (chance.below(20) === 0) down = 3
      if (down > 0) continue
      // About every third charge of a card is declined.
      days.on.instead = (charge, next) => (chance.below(3) === 0 ? declined() : next(charge))
      const due = await days.due(day)
      const today = practices.filter(({ id }) => due.includes(id))
      await days.run(day, ...today)
      // A second worker at the same time, and a second run, do nothing more.
      if (chance.below(4) === 0) await Promise.all(today.map((practice) => days.run(day, practice)))
      if (chance.below(10) === 0) await payOldest(practices[chance.below(count)]!)
    }
    days.on.instead = undefined
    for (const practice of practices) {
      const orders = await days.orders(practice)
      const expected: string[] = []
      const begins = addDays(practice.began, 30)
      for (let closing = begins; closing <= last; closing = nextClosing(closing, Number(begins.slice(8))))
        expected.push(closing)
      const closed = orders.map(({ closing_day }) => closing_day)
      // The last days may have been days without a worker.
      expect(closed).toEqual(expected.slice(0, closed.length))
      expect(expected.length - closed.length).toBeLessThanOrEqual(1)
    }
    expect(await wrongSums(days.db)).toEqual([])
    for (const { id } of practices) expect(await stuckOf(id, addDays(last, -3))).toEqual([])
    const { rows } = await sql<{ owed: number; paid: number; unpaid: number }>`
    select (select sum(total_cents)::int from orders where fm_invoice_status <> 'CURRENT' and organization_id = any(${ids}::int[])) as owed,
      (select coalesce(sum(cents), 0)::int from payments where status in ('PAID', 'PENDING') and organization_id = any(${ids}::int[])) as paid,
      (select coalesce(sum(r.total_cents), 0)::int from orders r where r.fm_invoice_status in ('PENDING', 'NOT_PAID', 'BLOCKED')
        and r.organization_id = any(${ids}::int[])
        and not exists (select from payments y where y.order_id = r.id and y.status in ('PAID', 'PENDING'))) as unpaid`.execute(
      days.db,
    )
    const { owed, paid, unpaid } = rows[0]!
    const taken = days.on.payments.standIn.charges().filter(({ success, is_voided }) => success && !is_voided)
    expect(owed).toBe(paid + unpaid)
    expect(taken.reduce((sum, { total }) => sum + Math.round(total * 100), 0)).toBe(paid)
    expect(paid).toBeGreaterThan(0)
    expect(banks.returned.early).toBeGreaterThan(0)
    expect(banks.returned.late).toBeGreaterThan(0)
    expect(await statusOf('RETURNED', ids)).toBe(banks.returned.early + banks.returned.late)
  },
)

/**
 * Banks that answer after two days, also while no worker runs: every third payment comes back, and of those that were settled
 * every third ten days later.
 */
function bankDays(ids: number[]) {
  let [answered, settled] = [0, 0]
  const later: { day: Day; transaction: string }[] = []
  const returned = { early: 0, late: 0 }
  return {
    returned,
    async live(day: Day) {
      for (const { transaction } of later.filter((one) => one.day === day)) {
        await days.bank(day, transaction, 'returned')
        returned.late += 1
      }
      const { rows } = await sql<{ transaction: string }>`select provider_id as transaction from payments
        where status = 'PENDING' and organization_id = any(${ids}::int[]) and created_at <= ${days.at(addDays(day, -2))} order by id`.execute(
        days.db,
      )
      for (const { transaction } of rows) {
        answered += 1
        const comesBack = answered % 3 === 2
        await days.bank(day, transaction, comesBack ? 'returned' : 'settled')
        if (comesBack) returned.early += 1
        else if ((settled += 1) % 3 === 1) later.push({ day: addDays(day, 10), transaction })
      }
    },
  }
}

/** Orders that the portal should have charged by a day, and did not: those behind one that blocks, or that waits, aside. */
async function stuckOf(organizationId: number, day: Day) {
  const unpaid = (await unpaidOrdersOf(days.db, organizationId)).filter(isCharged)
  const next = unpaid[0] && nextTry(unpaid[0], days.zone)
  return next && next < day ? [unpaid[0]] : []
}

async function statusOf(status: string, ids: number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from payments
    where status = ${status} and organization_id = any(${ids}::int[])`.execute(days.db)
  return rows[0]!.count
}

async function payOldest(practice: { id: number }) {
  const { rows } = await sql<{ id: number }>`select id from orders where organization_id = ${practice.id}
    and fm_invoice_status in ('NOT_PAID', 'BLOCKED') order by closing_day limit 1`.execute(days.db)
  if (rows[0]) await days.pay(practice, rows[0].id)
}
