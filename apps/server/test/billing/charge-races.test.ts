import { randomUUID } from 'node:crypto'
import { addDays, dayIn } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { closeOrder } from '../../src/modules/billing/index.ts'
import { runDay } from '../../src/modules/contracts/index.ts'
import type { TestUser } from '../app.ts'
import { atOnce, type Call, type Said } from '../at-once.ts'
import { crowd } from '../crowd.ts'
import { ownPassword } from '../given/members.ts'
import { byCard, openUnpaid, type Debtor, type Unpaid } from './unpaid-orders.ts'

/**
 * Two acts on the same unpaid invoice at once (`billing/charged-once`): one charge. Both wait for the practice; who has it
 * first wins, and the other one is told why not.
 */
let un: Unpaid
let staff: TestUser[]
beforeAll(async () => {
  un = await openUnpaid()
  staff = [un.admin, ...(await Promise.all([1, 2, 3].map(() => un.given.user('super_admin'))))]
  await un.members.withPassword(...staff)
})
afterEach(() => (un.on.instead = undefined))
afterAll(() => un.on.close())

const busy = '409 A payment is in progress. Please try again in a minute.'
const lockOf = ({ id }: { id: number }) => sql`select 1 from organizations where id = ${id} for no key update`

/** A practice with two owners and an invoice whose retry is due today. */
async function owing() {
  const practice = await un.debtor()
  const other = await un.on.secondOwner(practice)
  await un.members.withPassword(practice.owner, other)
  const order = await un.owes(practice, 'NOT_PAID')
  await sql`update orders set failed_at = now() - interval '2 days' where id = ${order}`.execute(un.db)
  return { practice, order, other }
}
type Owing = Awaited<ReturnType<typeof owing>>

const pays =
  ({ practice, order }: Owing, who: TestUser = practice.owner): Call =>
  () =>
    un.pay(who, order, practice.methodId, byCard, randomUUID())
const settles =
  ({ order }: Owing): Call =>
  () =>
    un.settle(un.admin, order, 100)
const closes =
  ({ practice }: { practice: Debtor }, who: TestUser = staff[1]!): Call =>
  () =>
    un.close(who, practice.contractId, byCard, randomUUID())
const removes =
  ({ practice, other }: Owing): Call =>
  () =>
    un.test.raw(other, 'DELETE', `/f_m_payment_methods/${practice.methodId}`, { current_password: ownPassword })
/** The day's job of the practice. */
const retries =
  ({ practice }: Owing): Call =>
  async () => {
    const result = await runDay({ db: un.db, payments: un.on.provider, labZone: un.zone }, practice.id)
    return typeof result === 'string' ? { status: 409, body: { error: result } } : { status: 200 }
  }

/** A promise that is kept from outside. */
function gate() {
  let open!: () => void
  const passed = new Promise<void>((resolve) => (open = resolve))
  return { passed, open }
}

/** Runs an act whose charge does not end before `meanwhile` has. */
async function during<T>(act: Call, meanwhile: () => Promise<T>): Promise<[Said, T]> {
  const [begun, ends] = [gate(), gate()]
  un.on.instead = async (charge, next) => {
    begun.open()
    await ends.passed
    return next(charge)
  }
  const running = act()
  await begun.passed
  const seen = await meanwhile()
  ends.open()
  return [await running, seen]
}
const said = async (call: Call): Promise<string> => {
  const { status, body } = await call()
  return status === 200 ? 'done' : `${status} ${(body as { error: string }).error}`
}

describe('while one charges, the other one is refused', () => {
  /** By hand: who charges, who comes second, and what that one is told. */
  const acts = {
    'a payment': pays,
    'another owner’s payment': (owed: Owing) => pays(owed, owed.other),
    'Close Invoice': closes,
    'another Close Invoice': (owed: Owing) => closes(owed, staff[2]),
    'a settlement': settles,
    'the removal of its method': removes,
    'the retry of the day': retries,
  } as const satisfies Record<string, (owed: Owing) => Call>
  const table: [keyof typeof acts, keyof typeof acts, string][] = [
    ['a payment', 'another owner’s payment', busy],
    ['a payment', 'Close Invoice', busy],
    ['a payment', 'a settlement', busy],
    ['a payment', 'the removal of its method', busy],
    ['a payment', 'the retry of the day', '409 waits'],
    ['Close Invoice', 'a payment', busy],
    ['Close Invoice', 'another Close Invoice', busy],
    ['Close Invoice', 'a settlement', busy],
    ['Close Invoice', 'the removal of its method', busy],
    ['Close Invoice', 'the retry of the day', '409 waits'],
    ['the retry of the day', 'a payment', busy],
    ['the retry of the day', 'Close Invoice', busy],
    ['the retry of the day', 'a settlement', busy],
    ['the retry of the day', 'the removal of its method', busy],
  ]
  it.each(table)('%s wins over %s', async (first, second, words) => {
    const owed = await owing()
    await un.on.method(owed.practice, 'paid')
    // The one that is chosen is the primary one, so that all of them mean the same method.
    await sql`update payment_methods set is_primary = false where organization_id = ${owed.practice.id}`.execute(un.db)
    await sql`update payment_methods set is_primary = true where id = ${owed.practice.methodId}`.execute(un.db)
    const [answer, seen] = await during(acts[first](owed), () => said(acts[second](owed)))
    expect([answer.status, seen]).toEqual([200, words])
    expect(await un.charged(owed.practice)).toEqual([byCard])
    expect(await un.orders(owed.practice)).toEqual(['by_hand PAID 10149'])
  })
})

describe.each([0, 1] as const)('both wait for the practice, call %i began', (begins) => {
  it('a payment and a settlement: the one that started', async () => {
    const owed = await owing()
    const seen = await atOnce(un.test, [pays(owed), settles(owed)], { lock: lockOf(owed.practice), begins })
    expect(seen[begins]).toBe('done')
    expect([busy, '409 This invoice is paid.']).toContain(seen[begins === 0 ? 1 : 0])
    expect(await un.charged(owed.practice)).toEqual(begins === 0 ? [byCard] : [])
    expect(await un.payments(owed.practice)).toHaveLength(1)
  })

  it('a payment and the removal of its method: the one that started', async () => {
    const owed = await owing()
    await un.on.method(owed.practice, 'paid')
    const seen = await atOnce(un.test, [pays(owed), removes(owed)], { lock: lockOf(owed.practice), begins })
    expect(seen[begins]).toBe('done')
    if (begins === 1) expect(seen[0]).toBe('404 This payment method does not exist.')
    // After the payment, the method may go.
    else expect([busy, 'done']).toContain(seen[1])
    expect(await un.charged(owed.practice)).toEqual(begins === 0 ? [byCard] : [])
  })

  it('Close Invoice and the closing of the month: one invoice with the work, charged once', async () => {
    const practice = await un.debtor()
    const today = dayIn(un.zone, new Date())
    await un.work(practice)
    await sql`insert into price_overrides (organization_id, version, field, value, created_at)
      values (${practice.id}, 1, 'settings.flat_monthly', '0', now() - interval '40 days')`.execute(un.db)
    await sql`update contracts set next_payment_date = ${today}::date where id = ${practice.contractId}`.execute(un.db)
    await sql`insert into charges (organization_id, source, change_number, kind, label, why, times, unit_cents, cents,
        printed_arches, price_overrides, user_name, day, created_at)
      select organization_id, source, change_number, kind, label, why, times, unit_cents, cents, printed_arches, price_overrides,
        user_name, ${addDays(today, -1)}::date, created_at from charges where organization_id = ${practice.id}`.execute(
      un.db,
    )
    // What counts today is not on the monthly order, and would be on the one by hand.
    await sql`update charges set voided_at = now(), void_reason = 'removed' where organization_id = ${practice.id} and day = ${today}::date`.execute(
      un.db,
    )
    const monthly: Call = async () => {
      const closing = { organizationId: practice.id, kind: 'monthly', zone: un.zone, now: new Date() } as const
      const closed = await un.db.transaction().execute((trx) => closeOrder(trx, closing))
      return closed ? { status: 200 } : { status: 409, body: { error: 'nothing' } }
    }
    const seen = await atOnce(un.test, [closes({ practice }), monthly], { lock: lockOf(practice), begins })
    expect(seen).toEqual(['done', 'done'])
    // The month ends all the same; where it came first, Close Invoice charges its invoice.
    expect(await un.orders(practice)).toEqual(
      begins === 0 ? ['by_hand PAID 10149', 'monthly PAID 0'] : ['monthly PAID 10149'],
    )
    expect(await un.charged(practice)).toEqual([byCard])
  })
})

const suspends =
  ({ contractId }: Debtor, who: TestUser = staff[1]!): Call =>
  () =>
    un.test.raw(who, 'POST', `/contracts/${contractId}/suspend`)

/** A practice whose month of $99.00 closes today. */
async function closingToday(): Promise<Debtor> {
  const practice = await un.debtor()
  await sql`insert into price_overrides (organization_id, version, field, value, created_at)
    values (${practice.id}, 1, 'settings.flat_monthly', '9900', now() - interval '40 days')`.execute(un.db)
  await sql`update contracts set next_payment_date = ${dayIn(un.zone, new Date())}::date where id = ${practice.contractId}`.execute(
    un.db,
  )
  return practice
}

it.each([0, 1] as const)('Suspend and the closing of the month, call %i began: the closing wins', async (begins) => {
  const practice = await closingToday()
  const monthly: Call = async () => {
    await runDay({ db: un.db, payments: un.on.provider, labZone: un.zone }, practice.id)
    return { status: 200 }
  }
  const seen = await atOnce(un.test, [suspends(practice), monthly], { lock: lockOf(practice), begins })
  expect(seen).toEqual(['done', 'done'])
  expect(await un.orders(practice)).toEqual(['monthly PENDING 10048'])
})

describe('twenty at once', () => {
  const counts = (answers: Said[]) => answers.filter(({ status }) => status === 200).length
  const refused = (answers: Said[]) => answers.every(({ status }) => [200, 409, 429, 503].includes(status))

  it('payments of two owners at two servers charge once', async () => {
    const { practice, order, other } = await owing()
    const another = await un.on.another()
    try {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          un.pay(
            [practice.owner, other][index % 2]!,
            order,
            practice.methodId,
            byCard,
            randomUUID(),
            [un.test, another][Math.floor(index / 2) % 2],
          ),
        ),
      )
      expect([counts(answers), refused(answers)]).toEqual([1, true])
    } finally {
      await another.close()
    }
    expect(await un.charged(practice)).toEqual([byCard])
  })

  it('presses of Close Invoice by four people close and charge once', async () => {
    const practice = await un.debtor()
    await un.work(practice)
    const answers = await crowd(20, (index) => closes({ practice }, staff[index % 4])())
    expect([counts(answers), refused(answers)]).toEqual([1, true])
    expect(await un.orders(practice)).toEqual(['by_hand PAID 10149'])
    expect(await un.charged(practice)).toEqual([byCard])
  })

  it('settlements by four people settle once', async () => {
    const { practice, order } = await owing()
    const answers = await crowd(20, (index) => un.settle(staff[index % 4]!, order, 100))
    expect([counts(answers), refused(answers)]).toEqual([1, true])
    expect(await un.payments(practice)).toHaveLength(1)
  })

  it('suspensions by four people beside the job close the month once, and suspend once', async () => {
    const practice = await closingToday()
    const tools = { db: un.db, payments: un.on.provider, labZone: un.zone }
    const [answers] = await Promise.all([
      crowd(20, (index) => suspends(practice, staff[index % 4])()),
      ...Array.from({ length: 3 }, () => runDay(tools, practice.id)),
    ])
    expect([counts(answers), refused(answers)]).toEqual([1, true])
    expect(await un.orders(practice)).toEqual(['monthly PENDING 10048'])
  })
})
