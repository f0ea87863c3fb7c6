import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ProviderUnreachable, type ChargeResult } from '../../src/services/payments/port.ts'
import type { TestUser } from '../app.ts'
import { organizationCallsIn, type OrganizationCalls } from '../organization-calls.ts'
import { details, none, once, openPurchases, type Purchases } from '../purchases.ts'

/** Each place where an answer, a server or a worker can be lost: nothing is charged twice, no charge is lost (`billing/charged-once`). */
let on: Purchases
let organizations: OrganizationCalls
let admin: TestUser
beforeAll(async () => {
  on = await openPurchases()
  organizations = organizationCallsIn(on.test)
  admin = await on.given.user('super_admin')
})
beforeEach(() => (on.instead = undefined))
afterAll(() => on.close())

const everything = { ...once, lines: 1, payments: 1 }
const busy = { status: 409, body: { error: 'A payment is in progress. Please try again in a minute.' } }
const finished = { status: 409, body: { error: 'The account setup is finished.' } }
const thanks = { status: 200, body: { message: 'Thank you for your order.', order: { fm_invoice_status: 'PAID' } } }
const unanswered = {
  status: 503,
  body: {
    error:
      'The payment provider did not answer. We keep asking it, and nothing is charged twice. Please try again in a minute.',
  },
}
/** The practice has paid once, and has everything once. */
async function isPaidOnce(id: number): Promise<void> {
  expect((await on.charged(id)).map(({ total }) => total)).toEqual([202.98])
  expect(await on.counts(id)).toEqual(everything)
  expect((await organizations.rowOf(id)).startup_fee_settled_at).not.toBeNull()
}
/** The time passes for which one process has the effect to itself. */
const leaseEnds = (id: number) =>
  sql`update effects set leased_until = clock_timestamp() - interval '1 second' where organization_id = ${id}`.execute(
    on.test.connection.db,
  )
/** A promise that is kept from outside. */
function gate<T = void>() {
  let open!: (value: T) => void
  const passed = new Promise<T>((resolve) => (open = resolve))
  return { passed, open }
}

describe('at the same time', () => {
  it('20 purchases of two owners at two servers charge once', async () => {
    const practice = await on.ready()
    const owners = [practice.owner, await on.secondOwner(practice)]
    const servers = [on.test, await on.another()]
    try {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          on.buy(owners[index % 2]!, practice.id, {}, randomUUID(), servers[Math.floor(index / 2) % 2]),
        ),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      // Refused; on a slow machine some wait too long for their turn.
      expect(answers.filter(({ status }) => [409, 503].includes(status))).toHaveLength(19)
      await isPaidOnce(practice.id)
    } finally {
      await servers[1]!.close()
    }
  })

  it('20 requests under one key, and repeated ones, charge once and give the same answer', async () => {
    const { id, owner } = await on.ready()
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => on.buy(owner, id, {}, key)))
    for (const { status } of answers) expect([200, 409, 503]).toContain(status)
    const first = answers.find(({ status }) => status === 200)!
    for (let times = 0; times < 3; times += 1) {
      const again = await on.buy(owner, id, {}, key)
      expect([again.status, again.body]).toEqual([200, first.body])
    }
    await isPaidOnce(id)
    expect(await on.buy(owner, id, { expected_total: 202.98 }, key)).toMatchObject({
      status: 422,
      body: { error: 'This Idempotency-Key was already used for a different request.' },
    })
    expect(await on.buy(owner, id)).toMatchObject(finished)
  })

  it('a double click without a key charges once', async () => {
    const { id, owner } = await on.ready()
    const answers = await Promise.all([on.buy(owner, id, {}, null), on.buy(owner, id, {}, null)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await isPaidOnce(id)
  })
})

/** By hand: what is lost at the first call of the provider. */
const losses: [what: string, lose: NonNullable<Purchases['instead']>, status: number][] = [
  [
    'the server, after the intent and before the charge',
    () => Promise.reject(new TypeError('the server is gone')),
    500,
  ],
  ['the request to the provider', () => Promise.reject(new ProviderUnreachable('no answer')), 503],
  [
    'the provider’s answer',
    async (charge, next) => {
      await next(charge)
      throw new ProviderUnreachable('no answer')
    },
    503,
  ],
  [
    'the server, after the charge',
    async (charge, next) => {
      await next(charge)
      throw new TypeError('the server is gone')
    },
    500,
  ],
]
describe.each(losses)('lost: %s', (_what, lose, status) => {
  /** A purchase that lost something; from now on nothing is lost. */
  async function lost() {
    const practice = await on.ready()
    const key = randomUUID()
    on.instead = lose
    const answer = await on.buy(practice.owner, practice.id, {}, key)
    on.instead = undefined
    expect(answer.status).toBe(status)
    if (status === 503) expect(answer).toMatchObject(unanswered)
    expect(await on.counts(practice.id)).toEqual({ ...none, open: 1 })
    return { ...practice, key }
  }

  it('the same request continues', async () => {
    const { id, owner, key } = await lost()
    const setup = (await on.read(owner, id)).body.account_setup
    expect(setup).toMatchObject({ is_in_progress: true, can: { update: false, purchase: true } })
    expect(await on.buy(owner, id, {}, key)).toMatchObject(thanks)
    await isPaidOnce(id)
  })

  it('the worker continues, and the same request gets the answer', async () => {
    const { id, owner, key } = await lost()
    expect(await on.finish()).toEqual([])
    await isPaidOnce(id)
    expect(await on.buy(owner, id, {}, key)).toMatchObject(thanks)
    expect(await on.finish()).toEqual([])
    await isPaidOnce(id)
  })

  it('a request of another owner continues it', async () => {
    const practice = await lost()
    const second = await on.secondOwner(practice)
    expect(await on.buy(second, practice.id)).toMatchObject(finished)
    await isPaidOnce(practice.id)
    expect(await on.buy(practice.owner, practice.id, {}, practice.key)).toMatchObject(thanks)
  })

  it('in the meantime prices and details that change do not count', async () => {
    const { id, owner, key } = await lost()
    expect(await on.save(owner, id, { ...details, city: 'Boulder' })).toMatchObject({
      status: 409,
      body: { error: 'A payment is in progress. Please try again in a minute.' },
    })
    await sql`update account_details set city = 'By hand' where organization_id = ${id}`.execute(on.test.connection.db)
    expect(await on.buy(owner, id, {}, key)).toMatchObject(thanks)
    const { rows } = await sql`select city from locations where organization_id = ${id}`.execute(on.test.connection.db)
    expect(rows).toEqual([{ city: 'Denver' }])
  })
})

describe('lost: the record', () => {
  it('a settle that fails writes nothing, and is repeated', async () => {
    const other = await on.ready()
    await on.buy(other.owner, other.id)
    const { rows } = await sql<{ taken: string }>`select provider_id as taken from payments
      where organization_id = ${other.id}`.execute(on.test.connection.db)
    const { id, owner } = await on.ready()
    const key = randomUUID()
    // The transaction of the record fails: a payment of this number is there.
    on.instead = async (charge, next): Promise<ChargeResult> => ({
      ...((await next(charge)) as ChargeResult & { status: 'paid' }),
      transaction_id: rows[0]!.taken,
    })
    expect((await on.buy(owner, id, {}, key)).status).not.toBe(200)
    expect(await on.counts(id)).toEqual({ ...none, open: 1 })
    on.instead = undefined
    expect(await on.buy(owner, id, {}, key)).toMatchObject(thanks)
    await isPaidOnce(id)
  })

  it('of a charge that was declined is repeated, too', async () => {
    const { id, owner } = await on.ready('declined')
    const key = randomUUID()
    on.instead = async (charge, next) => {
      await next(charge)
      throw new ProviderUnreachable('no answer')
    }
    expect(await on.buy(owner, id, {}, key)).toMatchObject(unanswered)
    on.instead = undefined
    expect(await on.finish()).toEqual([])
    const declined = { status: 409, body: { error: 'The card was declined: insufficient funds.', code: 2208 } }
    expect(await on.buy(owner, id, {}, key)).toMatchObject(declined)
    expect(await on.counts(id)).toEqual({ ...none, payments: 1 })
  })
})

describe('lost: a process that has the effect to itself', () => {
  // It renews its time by an interval, which a killed or frozen process does not; no test waits for it.
  beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => vi.useRealTimers())
  it('others wait until its time is over; then one continues, and the process, if it comes back, makes nothing twice', async () => {
    const { id, owner } = await on.ready()
    const [begun, wakes] = [gate(), gate()]
    on.instead = async (charge, next) => {
      begun.open()
      await wakes.passed
      return next(charge)
    }
    const key = randomUUID()
    const sleeping = on.buy(owner, id, {}, key)
    await begun.passed
    on.instead = undefined
    expect(await on.buy(owner, id, {}, key)).toMatchObject(busy)
    expect(await on.buy(owner, id)).toMatchObject(busy)
    expect(await on.finish()).toEqual([])
    expect(await on.counts(id)).toEqual({ ...none, open: 1 })
    await leaseEnds(id)
    expect(await on.finish()).toEqual([])
    await isPaidOnce(id)
    wakes.open()
    expect(await sleeping).toMatchObject(thanks)
    await isPaidOnce(id)
  })

  it('the worker and the process record at the same time: once', async () => {
    const { id, owner } = await on.ready()
    const [begun, wakes, both] = [gate(), gate(), gate()]
    on.instead = async (charge, next) => {
      begun.open()
      await wakes.passed
      const result = await next(charge)
      await both.passed
      return result
    }
    const sleeping = on.buy(owner, id)
    await begun.passed
    await leaseEnds(id)
    const worker = on.finish()
    wakes.open()
    both.open()
    expect(await worker).toEqual([])
    expect(await sleeping).toMatchObject(thanks)
    await isPaidOnce(id)
  })
})

it('a report that arrives before the charge is recorded counts', async () => {
  const { id, owner } = await on.ready('bank')
  on.instead = async (charge, next) => {
    const result = await next(charge)
    const { body, headers } = on.payments.report(on.payments.standIn.settleNow(result.transaction_id!))
    expect((await on.test.raw(null, 'POST', '/f_m_webhooks', body, headers)).status).toBe(200)
    return result
  }
  expect(await on.buy(owner, id)).toMatchObject(thanks)
  expect(await on.counts(id)).toEqual(everything)
  const { rows } = await sql`select status from payments where organization_id = ${id}`.execute(on.test.connection.db)
  expect(rows).toEqual([{ status: 'PAID' }])
})

describe('while a payment is in progress', () => {
  const paying = { status: 409, body: { error: 'A payment is in progress. Please try again in a minute.' } }

  it('the method that is charged is not removed', async () => {
    const practice = await on.ready()
    const { id, owner } = practice
    const key = randomUUID()
    on.instead = () => Promise.reject(new ProviderUnreachable('no answer'))
    await on.buy(owner, id, {}, key)
    on.instead = undefined
    const { rows } = await sql<{ id: number }>`select id from payment_methods where organization_id = ${id}`.execute(
      on.test.connection.db,
    )
    const remove = () => on.test.raw(owner, 'DELETE', `/f_m_payment_methods/${rows[0]!.id}`, {})
    expect(await remove()).toMatchObject(paying)
    expect(await on.buy(owner, id, {}, key)).toMatchObject(thanks)
    // Now it is the last one of an active contract, and the password is asked for.
    expect((await remove()).status).not.toBe(200)
  })

  it('the practice is not waived, disabled, archived or deleted; afterwards it can be', async () => {
    const { id, owner } = await on.ready()
    const key = randomUUID()
    on.instead = () => Promise.reject(new ProviderUnreachable('no answer'))
    await on.buy(owner, id, {}, key)
    on.instead = undefined
    const { name } = await organizations.rowOf(id)
    expect(await organizations.waive(admin, id)).toMatchObject(paying)
    expect(await organizations.put(admin, id, { disabled: true })).toMatchObject(paying)
    expect(await organizations.archive(admin, id)).toMatchObject(paying)
    expect(await organizations.archive(owner, id)).toMatchObject(paying)
    const { account_number: number } = await organizations.rowOf(id)
    expect(await organizations.remove(admin, id, number)).toMatchObject(paying)
    expect((await organizations.rowOf(id)).name).toBe(name)
    expect(await on.buy(owner, id, {}, key)).toMatchObject(thanks)
    expect((await organizations.put(admin, id, { disabled: true })).status).toBe(200)
    expect((await organizations.archive(admin, id)).status).toBe(200)
  })

  it.each(['deleted_at', 'disabled_at'])(
    'a practice whose %s is set by hand has everything recorded',
    async (column) => {
      const { id, owner } = await on.ready()
      on.instead = async (charge, next) => {
        await organizations.set(id, sql`${sql.ref(column)} = now()`)
        return next(charge)
      }
      const key = randomUUID()
      const answer = await on.buy(owner, id, {}, key)
      expect(answer.status).toBe(200)
      await isPaidOnce(id)
      expect(await on.finish()).toEqual([])
      await isPaidOnce(id)
    },
  )

  it('a main location and a billing address that are there by then stay', async () => {
    const { id, owner } = await on.ready()
    on.instead = async (charge, next) => {
      await on.given.location({ id })
      await sql`update locations set is_main = true where organization_id = ${id}`.execute(on.test.connection.db)
      return next(charge)
    }
    expect(await on.buy(owner, id)).toMatchObject(thanks)
    await isPaidOnce(id)
  })
})
