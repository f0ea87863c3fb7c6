import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { requestLine } from '../../src/app.ts'
import { abandonedEffects } from '../../src/kernel/effects.ts'
import { addMember } from '../../src/modules/organizations/index.ts'
import { sweep } from '../../src/modules/upkeep/sweep.ts'
import { ProviderRefused, ProviderUnreachable, type Charge } from '../../src/services/payments/port.ts'
import type { TestUser } from '../app.ts'
import { paymentCallsIn, refused, type PaymentCalls } from '../given/payment-calls.ts'
import { overtaken } from '../overtaken.ts'
import { none, once, openPurchases, type Purchases } from '../purchases.ts'

/** Ways to be charged twice or for nothing, to block a practice for good, and to read what others pay. */
let on: Purchases
let calls: PaymentCalls
beforeAll(async () => {
  on = await openPurchases()
  calls = paymentCallsIn(on.test)
})
beforeEach(() => (on.instead = undefined))
afterAll(() => on.close())

const everything = { ...once, lines: 1, payments: 1 }
const unanswered = { status: 503 }
const thanks = { status: 200, body: { order: { fm_invoice_status: 'PAID' } } }
const duplicate = 'A payment with this number is in progress.'
const openOf = async (id: number) =>
  (
    await sql<{ name: string }>`select name from effects where organization_id = ${id} and settled_at is null`.execute(
      on.test.connection.db,
    )
  ).rows

describe('a charge that is refused when it is repeated', () => {
  /** A purchase whose first charge is still on its way when its answer is given up. */
  const onItsWay = async () => {
    const practice = await on.ready()
    const key = randomUUID()
    let sent: Charge | undefined
    on.instead = (charge) => {
      sent = charge
      return Promise.reject(new ProviderUnreachable('no answer'))
    }
    expect(await on.buy(practice.owner, practice.id, {}, key)).toMatchObject(unanswered)
    on.instead = () => Promise.reject(new ProviderRefused(duplicate))
    return { ...practice, key, arrives: () => on.payments.provider.charge(sent!) }
  }

  it('stays open while the first one may still arrive, and is recorded when it did', async () => {
    const { id, owner, key, arrives } = await onItsWay()
    expect(await on.buy(owner, id, {}, key)).toMatchObject(unanswered)
    expect(await on.finish()).toHaveLength(1)
    await arrives()
    expect(await on.buy(owner, id, {}, key)).toMatchObject(thanks)
    expect(await on.charged(id)).toHaveLength(1)
    expect(await on.counts(id)).toEqual(everything)
  })

  it('is paid if the first one arrives between the question and the refusal', async () => {
    const { id, owner, key, arrives } = await onItsWay()
    on.instead = async () => {
      await arrives()
      throw new ProviderRefused(duplicate)
    }
    expect(await on.buy(owner, id, {}, key)).toMatchObject(thanks)
    expect(await on.counts(id)).toEqual(everything)
  })

  it('is declined in the provider’s words once nothing can arrive any longer', async () => {
    const { id, owner, key } = await onItsWay()
    await sql`update effects set created_at = created_at - interval '11 minutes' where organization_id = ${id}`.execute(
      on.test.connection.db,
    )
    expect(await on.buy(owner, id, {}, key)).toMatchObject(refused(409, duplicate))
    expect(await openOf(id)).toEqual([])
    on.instead = undefined
    expect(await on.buy(owner, id)).toMatchObject(thanks)
    expect(await on.charged(id)).toHaveLength(1)
  })
})

it('a charge of another sum than was asked for is not taken for the payment', async () => {
  const { id, owner } = await on.ready()
  const key = randomUUID()
  on.instead = (charge, next) => next({ ...charge, cents: 100 })
  expect(await on.buy(owner, id, {}, key)).toMatchObject(unanswered)
  expect(await on.counts(id)).toEqual({ ...none, open: 1 })
  on.instead = undefined
  expect(await on.finish()).toHaveLength(1)
  // A person is told of it, once.
  const { rows } = await sql`select kind, expected_cents, reported_cents, order_id, closed_at from payment_differences
    where organization_id = ${id}`.execute(on.test.connection.db)
  expect(rows).toEqual([
    { kind: 'charged_other_sum', expected_cents: 20_298, reported_cents: 100, order_id: null, closed_at: null },
  ])
  // The lab takes it back at the provider: the practice is free to pay the right sum.
  const [wrong] = on.payments.standIn.charges((await keyOf(id))!)
  await on.payments.provider.void(wrong!.id, randomUUID())
  expect(await on.buy(owner, id, {}, key)).toMatchObject({ status: 409, body: { code: 2208 } })
  expect(await on.buy(owner, id)).toMatchObject(thanks)
  expect(await on.charged(id)).toMatchObject([
    { is_voided: true, total: 1 },
    { is_voided: false, total: 202.98 },
  ])
})
describe('a charge whose answer names no sum', () => {
  it('counts with the sum that the provider says of its transaction', async () => {
    const { id, owner } = await on.ready()
    on.instead = async (charge, next) => ({ ...(await next(charge)), cents: undefined }) as never
    expect(await on.buy(owner, id)).toMatchObject(thanks)
    on.instead = undefined
    expect(await on.charged(id)).toHaveLength(1)
  })

  it.each([
    ['of another sum', 100, 100],
    ['of a sum that nobody names', 20_298, null],
  ])('%s is not taken for the payment, and is opened for a person', async (_name, cents, named) => {
    const { id, owner } = await on.ready()
    const find = vi.spyOn(on.provider, 'findTransaction')
    if (named === null)
      find.mockResolvedValue({ status: 'paid', message: '', cents: null, refunded_cents: null, refunds: [] })
    on.instead = async (charge, next) => ({ ...(await next({ ...charge, cents })), cents: undefined }) as never
    expect(await on.buy(owner, id)).toMatchObject(unanswered)
    on.instead = undefined
    find.mockRestore()
    const { rows } = await sql`select kind, expected_cents, reported_cents from payment_differences
      where organization_id = ${id}`.execute(on.test.connection.db)
    expect(rows).toEqual([{ kind: 'charged_other_sum', expected_cents: 20_298, reported_cents: named }])
  })

  it('stays open while the provider does not know its transaction yet, and rings at no one', async () => {
    const { id, owner } = await on.ready()
    const find = vi.spyOn(on.provider, 'findTransaction').mockResolvedValue(null)
    on.instead = async (charge, next) => ({ ...(await next(charge)), cents: undefined }) as never
    expect(await on.buy(owner, id)).toMatchObject(unanswered)
    on.instead = undefined
    find.mockRestore()
    const { rows } = await sql`select kind from payment_differences where organization_id = ${id}`.execute(
      on.test.connection.db,
    )
    expect(rows).toEqual([])
  })
})
const keyOf = async (id: number) =>
  (
    await sql<{ key: string }>`select act_key as key from effects where organization_id = ${id}`.execute(
      on.test.connection.db,
    )
  ).rows[0]?.key

it('a refusal that names a transaction which is known already is recorded, and blocks nothing', async () => {
  const first = await on.ready('declined')
  expect((await on.buy(first.owner, first.id)).status).toBe(409)
  const { rows } = await sql<{ known: string }>`select provider_id as known from payments
    where organization_id = ${first.id}`.execute(on.test.connection.db)
  on.instead = () =>
    Promise.resolve({ status: 'declined', transaction_id: rows[0]!.known, message: 'Duplicate transaction.' })
  const second = await on.ready()
  expect(await on.buy(second.owner, second.id)).toMatchObject(refused(409, 'Duplicate transaction.'))
  expect(await openOf(second.id)).toEqual([])
})

it('the answer of a settled purchase is not read by its owner of before', async () => {
  const { id, owner } = await on.ready()
  const other = await on.given.practice()
  const key = randomUUID()
  await on.test.connection.db.transaction().execute((trx) => addMember(trx, other.id, owner.id, 'organization_owner'))
  expect(await on.buy(owner, id, {}, key)).toMatchObject(thanks)
  await sql`update memberships set role = 'organization_member'
    where organization_id = ${id} and user_id = ${owner.id}`.execute(on.test.connection.db)
  expect((await on.test.raw(owner, 'GET', `/orders/${(await orderOf(id))!}`)).status).toBe(403)
  expect((await on.buy(owner, id, {}, key)).status).toBe(403)
})
const orderOf = async (id: number) =>
  (
    await sql<{ id: number }>`select id from orders where organization_id = ${id} and kind = 'start_up'`.execute(
      on.test.connection.db,
    )
  ).rows[0]?.id

it('a key of one call is no key of another, nor of another practice or person', async () => {
  const [first, second] = [await on.ready(), await on.ready()]
  const key = randomUUID()
  expect(await on.buy(first.owner, first.id, {}, key)).toMatchObject(thanks)
  const used = refused(422, 'This Idempotency-Key was already used for a different request.')
  expect(await on.buy(first.owner, second.id, {}, key)).toMatchObject(used)
  const begin = { organization_id: first.id }
  expect(await on.test.raw(first.owner, 'POST', '/f_m_payment_infos', begin, { 'idempotency-key': key })).toMatchObject(
    used,
  )
  // Of another person it is a new one.
  expect(await on.buy(second.owner, first.id, {}, key)).toMatchObject({ status: 404 })
  expect(await on.buy(second.owner, second.id, {}, key)).toMatchObject(thanks)
  for (const { id } of [first, second]) expect(await on.charged(id)).toHaveLength(1)
})

it('effects that fail again and again do not keep others from their turn', async () => {
  const { id, owner } = await on.given.practice()
  const names = Array.from({ length: 101 }, (_, index) => `blocked.${index}`)
  for (const [index, name] of names.entries())
    await sql`insert into effects (organization_id, name, user_id, route, intent, leased_until, created_at) values (${id},
      ${name}, ${owner.id}, 'test', '{}', now() - make_interval(mins => ${index + 1}), now())`.execute(
      on.test.connection.db,
    )
  const found = await abandonedEffects(on.test.connection.db, names, 'all')
  expect(found).toHaveLength(100)
  // The first one was tried last.
  expect(found[0]!.name).toBe('blocked.100')
  expect(found.map(({ name }) => name)).not.toContain('blocked.0')
})

describe('what changes between the request and the charge', () => {
  const lockOf = (id: number) => sql`select 1 from organizations where id = ${id} for no key update`
  const demoted = ({ id, owner }: { id: number; owner: TestUser }) =>
    sql`update memberships set role = 'organization_member' where organization_id = ${id} and user_id = ${owner.id}`

  it.each([
    ['an owner who is none any longer', demoted, 403],
    [
      'a member no longer',
      ({ id, owner }: { id: number; owner: TestUser }) =>
        sql`delete from memberships where organization_id = ${id} and user_id = ${owner.id}`,
      404,
    ],
    [
      'a disabled practice',
      ({ id }: { id: number }) => sql`update organizations set disabled_at = now() where id = ${id}`,
      403,
    ],
    [
      'an archived practice',
      ({ id }: { id: number }) => sql`update organizations set deleted_at = now() where id = ${id}`,
      404,
    ],
  ])('%s charges nothing', async (_, change, status) => {
    const practice = await on.ready()
    const answer = await overtaken(
      on.test,
      lockOf(practice.id),
      () => on.buy(practice.owner, practice.id),
      change(practice),
    )
    expect(answer.status).toBe(status)
    expect(await on.counts(practice.id)).toEqual(none)
    expect(await on.charged(practice.id)).toEqual([])
  })

  it('an owner who is demoted during the charge does not undo it', async () => {
    const practice = await on.ready()
    on.instead = async (charge, next) => {
      await demoted(practice).execute(on.test.connection.db)
      return next(charge)
    }
    expect(await on.buy(practice.owner, practice.id)).toMatchObject(thanks)
    expect(await on.charged(practice.id)).toHaveLength(1)
    expect(await on.counts(practice.id)).toEqual(everything)
  })
})

describe('after 5 refusals in 15 minutes', () => {
  const wait = { status: 429, body: { error: 'Too many attempts. Please try again in 15 minutes.' } }
  const later = (id: number, minutes: number) =>
    sql`update effects set settled_at = settled_at - make_interval(mins => ${minutes}) where organization_id = ${id}`.execute(
      on.test.connection.db,
    )

  it('a practice waits before it tries the next card: stolen ones are not sorted out here', async () => {
    const { id, owner } = await on.ready('declined')
    const key = randomUUID()
    const first = await on.buy(owner, id, {}, key)
    for (let times = 1; times < 5; times += 1) expect((await on.buy(owner, id)).status).toBe(409)
    expect(await on.buy(owner, id)).toMatchObject(wait)
    expect(await on.buy(await on.secondOwner({ id }), id)).toMatchObject(wait)
    expect(await on.counts(id)).toEqual({ ...none, payments: 5 })
    // A repeated request has its answer all the same.
    expect(await on.buy(owner, id, {}, key)).toMatchObject({ status: 409, body: first.body })
    await on.method({ id }, 'paid')
    await later(id, 14)
    expect(await on.buy(owner, id)).toMatchObject({ status: 429 })
    await later(id, 1)
    expect(await on.buy(owner, id)).toMatchObject(thanks)
  })
})

it('the log does not say which codes are tried', () => {
  const { path } = requestLine({ method: 'GET', url: '/api/v1/promotion_codes/validate_code/4539%201488?x=1' })
  expect(path).toBe('/api/v1/promotion_codes/validate_code/…')
})

it('settled effects that no payment names are removed after 30 days, open ones and paid ones are not', async () => {
  const [paid, begun, declined] = [await on.ready(), await calls.known(), await on.ready('declined')]
  await on.buy(paid.owner, paid.id)
  await on.buy(declined.owner, declined.id)
  on.instead = () => Promise.reject(new ProviderUnreachable('no answer'))
  const open = await on.ready()
  await on.buy(open.owner, open.id)
  const ids = [paid.id, begun.practice.id, declined.id, open.id]
  const left = async () => {
    await sweep(on.test.connection.db, on.test.storage)
    const { rows } = await sql<{ id: number }>`select organization_id as id from effects
      where organization_id = any(${ids}::int[]) order by id`.execute(on.test.connection.db)
    return new Set(rows.map(({ id }) => id))
  }
  const age = (days: number) =>
    sql`update effects set created_at = now() - make_interval(days => ${days}) where organization_id = any(${ids}::int[])`.execute(
      on.test.connection.db,
    )
  await age(29)
  expect(await left()).toEqual(new Set(ids))
  await age(31)
  expect(await left()).toEqual(new Set([paid.id, declined.id, open.id]))
})

describe('a report', () => {
  const post = (user: TestUser | null, body: string, headers: Record<string, string>) =>
    on.test.raw(user, 'POST', '/f_m_webhooks', body, headers)

  it('of another shape, kind or size is refused or kept, and never an error of the server', async () => {
    const event = { id: randomUUID(), type: 'update_transaction', data: {}, created_at: '', delivered_at: null }
    const { body, headers } = on.payments.report(event)
    const { 'content-type': _, ...bare } = headers
    expect((await post(null, body, { ...bare, 'content-type': 'text/plain' })).status).toBe(422)
    expect((await post(null, `${body}${' '.repeat(70_000)}`, headers)).status).toBe(413)
    expect((await post(null, '[]', headers)).status).toBeLessThan(500)
    expect((await post(null, '{"__proto__":{"id":"x"}}', headers)).status).toBe(422)
    expect((await post(null, body, headers)).status).toBe(200)
    const words = on.payments.report({
      ...event,
      id: randomUUID(),
      data: { ...transaction, message: 'No\u0000 \ud83d' },
    })
    expect((await post(null, words.body, words.headers)).status).toBe(200)
  })
  const transaction = { id: `t-${randomUUID()}`, type: 'charge', success: true, method: 'card', total: 1 }
})
