import { contracts } from '@archwire/contract/contracts/routes.ts'
import { organizations } from '@archwire/contract/organizations/routes.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setClock } from '../../src/kernel/clock.ts'
import { writeCharges } from '../../src/modules/charges/index.ts'
import type { TestUser } from '../app.ts'
import { openDays, type Days } from './contract-days.ts'
import type { GivenPractice } from '../given.ts'
import { chargeByHand } from '../own-charge.ts'

/** Subscriptions: who reads them, suspending, resuming, and what enabling, restoring and archiving do (docs/product/contracts.md). */
let days: Days
let admin: TestUser
beforeAll(async () => void (days = await openDays()))
afterEach(() => {
  days.on.instead = undefined
  setClock(undefined)
})
afterAll(() => days.close())

const contractOf = async ({ id }: { id: number }) =>
  (await sql<{ id: number }>`select id from contracts where organization_id = ${id}`.execute(days.db)).rows[0]!.id
const nextDayOf = async ({ id }: { id: number }) =>
  (
    await sql<{ day: string }>`select next_payment_date::text || ' ' || billing_day as day from contracts
      where organization_id = ${id}`.execute(days.db)
  ).rows[0]!.day
const owe = ({ id }: { id: number }, cents: number, day: string) =>
  days.db
    .transaction()
    .execute((trx) =>
      writeCharges(trx, { userId: null, name: 'Archwire', now: days.at(day) }, id, [
        chargeByHand({ unit_cents: cents, day }),
      ]),
    )
/** Signs an admin in on that day: a session of another day has ended by then. */
async function on(day: string): Promise<void> {
  setClock(() => days.at(day))
  admin = await days.on.given.user('admin')
}
const call = async (who: TestUser, act: 'suspend' | 'resume', practice: GivenPractice) =>
  days.on.test.as(who).call(contracts[act], { params: { id: await contractOf(practice) } })

describe('who reads and changes subscriptions', () => {
  /** By hand, from `contracts/who-reads` and `contracts/who-manages`. */
  const table = {
    super_admin: [200, 409],
    admin: [200, 409],
    tech_support: [200, 403],
    supervisor: [200, 403],
    lab_partner: [404, 403],
    doctor: [403, 403],
  } as const
  it.each(Object.entries(table))('%s', async (role, [reads, resumes]) => {
    const practice = await days.practice('2026-01-01')
    const id = await contractOf(practice)
    const who = await days.on.given.user(role as 'admin')
    const list = await days.on.test.raw(who, 'GET', '/contracts')
    if (reads === 403) expect(list.status).toBe(403)
    else expect((list.body as { contracts: object[] }).contracts.length > 0).toBe(reads === 200)
    expect((await days.on.test.raw(who, 'GET', `/contracts/${id}`)).status).toBe(reads)
    expect((await days.on.test.raw(who, 'POST', `/contracts/${id}/resume`)).status).toBe(resumes)
  })

  it('the owner of the practice neither lists nor suspends', async () => {
    const practice = await days.practice('2026-01-01')
    const id = await contractOf(practice)
    expect((await days.on.test.raw(practice.owner, 'GET', `/contracts/${id}`)).status).toBe(403)
    expect((await days.on.test.raw(practice.owner, 'POST', `/contracts/${id}/suspend`)).status).toBe(403)
  })
})

describe('suspend and resume', () => {
  it('closes what is due before, nothing while it lasts, and what is open at the resume', async () => {
    const practice = await days.practice('2026-01-01')
    await on('2026-02-10')
    const suspended = await call(admin, 'suspend', practice)
    expect(suspended.body.contract).toMatchObject({
      payment_status: 'SUSPENDED',
      worst_order_status: 'PENDING',
      next_payment_date: null,
      suspension_type: 1,
      can: { suspend: false, resume: true },
    })
    expect(await days.states(practice)).toEqual(['2026-01-31 PENDING'])
    expect((await call(admin, 'suspend', practice)).status).toBe(409)
    await owe(practice, 2500, '2026-03-05')
    await days.run('2026-03-10', practice)
    expect(await days.states(practice)).toEqual(['2026-01-31 PAID'])
    await on('2026-03-20')
    expect((await call(admin, 'resume', practice)).status).toBe(200)
    expect((await days.orders(practice))[1]).toMatchObject({ kind: 'by_hand', closing_day: '2026-03-20' })
    expect(await nextDayOf(practice)).toBe('2026-04-19 19')
    expect((await call(admin, 'resume', practice)).status).toBe(409)
    await days.run('2026-03-22', practice)
    expect(await days.states(practice)).toEqual(['2026-01-31 PAID', '2026-03-20 PENDING'])
    await days.run('2026-03-23', practice)
    expect(await days.states(practice)).toEqual(['2026-01-31 PAID', '2026-03-20 PAID'])
    await days.run('2026-05-19', practice)
    expect((await days.orders(practice)).map(({ closing_day }) => closing_day)).toEqual([
      '2026-01-31',
      '2026-03-20',
      '2026-04-19',
      '2026-05-19',
    ])
  })

  it('starts months anew where a practice is enabled or restored, and closes nothing where nothing is open', async () => {
    const practice = await days.practice('2026-01-01')
    await days.run('2026-02-03', practice)
    const update = (disabled: boolean) =>
      days.on.test.as(admin).call(organizations.update, { params: { id: practice.id }, body: { disabled } })
    await on('2026-02-10')
    expect((await update(true)).status).toBe(200)
    await days.run('2026-05-01', practice)
    await on('2026-05-02')
    expect((await update(false)).status).toBe(200)
    expect(await days.states(practice)).toEqual(['2026-01-31 PAID'])
    expect(await nextDayOf(practice)).toBe('2026-06-01 1')
  })
})

describe('a month that is over when its practice is disabled or archived', () => {
  const turns = {
    disabled: (who: TestUser, { id }: GivenPractice, off: boolean) =>
      days.on.test.raw(who, 'PUT', `/organizations/${id}`, { disabled: off }),
    archived: (who: TestUser, { id }: GivenPractice, off: boolean) =>
      days.on.test.raw(who, 'PUT', `/organizations/${id}/${off ? 'archive' : 'un-archive'}`, {}),
  }
  it.each(Object.entries(turns))(
    'closes before it is %s, as by the job, and is charged when that ends',
    async (_, turn) => {
      const practice = await days.practice('2026-01-01')
      await owe(practice, 2500, '2026-02-27')
      // No worker ran since January 30; two closing days have come.
      await on('2026-03-01')
      expect((await turn(admin, practice, true)).status).toBe(200)
      expect(await days.states(practice)).toEqual(['2026-01-31 PENDING', '2026-02-28 PENDING'])
      await days.run('2026-04-05', practice)
      expect(await days.states(practice)).toEqual(['2026-01-31 PENDING', '2026-02-28 PENDING'])
      await on('2026-04-06')
      expect((await turn(admin, practice, false)).status).toBe(200)
      await days.run('2026-04-06', practice)
      expect(await days.states(practice)).toEqual(['2026-01-31 PAID', '2026-02-28 PAID'])
      expect(await nextDayOf(practice)).toBe('2026-05-06 6')
    },
  )

  it('is an invoice that the owner pays before the archive', async () => {
    const practice = await days.practice('2026-01-01')
    await on('2026-01-31')
    const archive = async () => turns.archived(await days.on.secondOwner(practice), practice, true)
    const error = 'Invoices of $100.48 are not paid. Pay them first, in Account under Invoices.'
    expect(await archive()).toMatchObject({ status: 409, body: { error } })
    await days.run('2026-02-03', practice)
    await on('2026-02-03')
    expect((await archive()).status).toBe(200)
  })
})

describe('an owner who archives', () => {
  it.each([
    ['with an unpaid invoice', 'Invoices of $100.48 are not paid. Pay them first, in Account under Invoices.'],
    [
      'with charges on the current one',
      'There are charges of $25.37 on your current invoice. Ask the lab to close it, and pay it first.',
    ],
    [
      'with a case that counts some days later',
      'Charges of $25.00 are still to come on your current invoice. Ask the lab to archive the practice once they are paid.',
    ],
  ])('%s is told the sum; the lab can', async (what, error) => {
    const practice = await days.practice('2026-01-01')
    if (what.includes('unpaid')) await days.run('2026-01-31', practice)
    else await owe(practice, 2500, what.includes('later') ? '2026-02-04' : '2026-01-10')
    await on(what.includes('unpaid') ? '2026-02-01' : '2026-01-20')
    const archive = (who: TestUser) => days.on.test.raw(who, 'PUT', `/organizations/${practice.id}/archive`, {})
    const owner = await days.on.secondOwner(practice)
    expect(await archive(owner)).toMatchObject({ status: 409, body: { error } })
    expect((await archive(admin)).status).toBe(200)
  })
})

describe('the list', () => {
  it('finds by name, number, state and day; Not Paid finds a suspended debtor', async () => {
    const [paid, debtor] = [await days.practice('2026-01-01'), await days.practice('2026-01-02', null)]
    await days.run('2026-02-04', paid, debtor)
    await on('2026-02-05')
    await call(admin, 'suspend', debtor)
    // The practices of other tests would fill a page.
    const found = async (query: string, among = [paid, debtor]) => {
      const chosen = among.map(({ id }) => id).join(',')
      const { body } = await days.on.test.raw(admin, 'GET', `/contracts?chosen_wi_organization_id=${chosen}&${query}`)
      return (body as { contracts: { organization: { id: number } }[] }).contracts.map(
        ({ organization }) => organization.id,
      )
    }
    expect(await found('payment_status=PAID')).toEqual([paid.id])
    expect(await found('payment_status=NOT_PAID')).toEqual([debtor.id])
    expect(await found('payment_status=SUSPENDED')).toEqual([debtor.id])
    expect(await found('payment_status=BLOCKED')).toEqual([])
    expect(await found('', [debtor])).toEqual([debtor.id])
    expect(await found('payment_date_range=2026-02-28,2026-02-28')).toEqual([paid.id])
    expect(await found('sort=-custom_next_payment_date')).toEqual([paid.id, debtor.id])
    expect(await found('sort=custom_next_payment_date')).toEqual([paid.id, debtor.id])
    const { rows } = await sql<{
      account_number: string
    }>`select account_number from organizations where id = ${paid.id}`.execute(days.db)
    expect(await found(`full_name_like=${rows[0]!.account_number.toLowerCase()}`)).toEqual([paid.id])
  })

  it('has no next payment where nothing closes automatically, and sorts last both ways', async () => {
    const reader = await days.on.given.user('admin')
    const practices = []
    for (const column of [null, 'suspended_at', 'disabled_at', 'deleted_at']) {
      const practice = await days.practice('2026-01-01')
      if (column)
        await sql`update organizations set ${sql.ref(column)} = now() where id = ${practice.id}`.execute(days.db)
      practices.push(practice)
    }
    const ids = practices.map(({ id }) => id)
    for (const sort of ['custom_next_payment_date', '-custom_next_payment_date']) {
      const query = `chosen_wi_organization_id=${ids.join(',')}&sort=${sort}`
      const { body } = await days.on.test.raw(reader, 'GET', `/contracts?${query}`)
      const { contracts } = body as { contracts: { next_payment_date: string | null }[] }
      expect(
        contracts.map((one) => one.next_payment_date),
        sort,
      ).toEqual(['2026-01-31', null, null, null])
    }
  })

  it('says what the open order would come to, which Resume closes', async () => {
    const practice = await days.practice('2026-01-01')
    const reader = await days.on.given.user('admin')
    const planned = async () => {
      const { body } = await days.on.test.raw(reader, 'GET', `/contracts/${await contractOf(practice)}`)
      return (body as { contract: { close_invoice: object } }).contract.close_invoice
    }
    expect(await planned()).toMatchObject({ open_total: null, closes_open: false })
    await owe(practice, 4500, '2026-01-05')
    // With the card fee of 1.49 %.
    expect(await planned()).toMatchObject({ open_total: 45.67, closes_open: true, orders: [] })
  })
})
