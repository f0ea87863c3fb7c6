import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audited } from '../audited.ts'
import { paymentCallsIn, refused, type PaymentCalls } from '../given/payment-calls.ts'
import { organizationCallsIn } from '../organization-calls.ts'
import { overtaken } from '../overtaken.ts'
import { formOf } from '../paying.ts'
import { openPurchases, type Purchases } from '../purchases.ts'

/** Ways to block a practice for good by its payment methods, and to get around what adding one asks for. */
let on: Purchases
let calls: PaymentCalls
beforeAll(async () => {
  on = await openPurchases()
  calls = paymentCallsIn(on.test)
})
afterAll(() => on.close())

const openOf = async (id: number) =>
  (
    await sql`select name from effects where organization_id = ${id} and settled_at is null`.execute(
      on.test.connection.db,
    )
  ).rows

describe('a payment method cannot block its practice', () => {
  const unknownMethod = 'The payment provider does not know this payment method. Please enter it again.'

  it.each(['.', '..'])('by the token %s', async (token) => {
    const { practice, customer } = await calls.known()
    expect(await calls.add(practice, token)).toMatchObject(refused(409, unknownMethod))
    expect(await openOf(practice.id)).toEqual([])
    expect((await calls.add(practice, await on.payments.tokenOf('paid', customer))).status).toBe(200)
  })

  it.each([
    '../customer',
    'a/../..',
    '%2e%2e',
    '?x',
    '#',
    'a b',
    '４５３９１４８８０３４３６４６７',
    '4539-1488-0343-6467',
  ])('by the token %s, which is none', async (token) => {
    const { practice } = await calls.known()
    expect((await calls.add(practice, token)).status).toBe(422)
    expect(await openOf(practice.id)).toEqual([])
  })

  it.each([
    ['a card number', '4539 1488 0343 6467', 'Bank account'],
    ['what no table can hold', 'First\u0000 Bank \ud83d', 'First Bank'],
    ['nothing but spaces', '   ', 'Bank account'],
    ['very much', 'B'.repeat(100), 'B'.repeat(60)],
  ])('by a name of its bank that holds %s, and the name is not kept', async (_, bank_name, brand) => {
    const { practice, customer } = await calls.known()
    const answer = await fetch(`${on.payments.standIn.url}/webpayments/test-web-token/tokenize`, {
      method: 'POST',
      body: JSON.stringify({ ...formOf('bank', customer), bank_name }),
    })
    const { id: token } = (await answer.json()) as { id: string }
    const { status, body } = await calls.add(practice, token)
    expect(status).toBe(200)
    expect(body.payment_info.payment_methods).toMatchObject([{ brand, last_four: '6789' }])
  })
})

it('a contract that starts in the meantime asks for the password', async () => {
  const { practice, customer } = await calls.known()
  const token = await on.payments.tokenOf('paid', customer)
  const answer = await overtaken(
    on.test,
    sql`select 1 from organizations where id = ${practice.id} for no key update`,
    () => calls.add(practice, token),
    sql`insert into contracts (organization_id, initial_payment_date, next_payment_date, billing_day, created_at, updated_at)
      values (${practice.id}, now(), now(), 1, now(), now())`,
  )
  expect(answer).toMatchObject(refused(422, { current_password: ['Required'] }))
  expect(await calls.rowsOf(practice)).toEqual([])
})

it('a practice is deleted while a method is being added: the request says that it no longer exists', async () => {
  const { practice, customer } = await calls.known()
  const token = await on.payments.tokenOf('paid', customer)
  const { findMethod } = on.provider
  on.provider.findMethod = async (id) => {
    const organizations = organizationCallsIn(on.test)
    const { account_number } = await organizations.rowOf(practice.id)
    const gone = await organizations.remove(await on.given.user('super_admin'), practice.id, account_number)
    expect(gone.status).toBe(200)
    return findMethod(id)
  }
  const answer = await calls.add(practice, token)
  on.provider.findMethod = findMethod
  expect(answer.status).toBe(404)
  expect(await on.finish()).toEqual([])
})

it('a practice that guesses tokens waits after 5 refusals in 15 minutes, and another practice does not', async () => {
  const [first, second] = [await calls.known(), await calls.known()]
  for (let times = 0; times < 5; times += 1)
    expect((await calls.add(first.practice, `guess-${times}`)).status).toBe(409)
  const token = await on.payments.tokenOf('paid', first.customer)
  const bot_check = await calls.solved()
  expect(await calls.add(first.practice, token, { bot_check })).toMatchObject({
    status: 429,
    body: { error: 'Too many attempts. Please try again in 15 minutes.' },
  })
  expect((await calls.add(second.practice, await on.payments.tokenOf('paid', second.customer))).status).toBe(200)
  await sql`update effects set settled_at = settled_at - interval '15 minutes'
    where organization_id = ${first.practice.id}`.execute(on.test.connection.db)
  // The bot check was not used up.
  expect((await calls.add(first.practice, token, { bot_check })).status).toBe(200)
})

it('the audit log says from where a method was added', async () => {
  const { practice, customer } = await calls.known()
  const { payment_method_id: id } = (await calls.add(practice, await on.payments.tokenOf('paid', customer))).body
  const lines = `organization_id = $1 and subject_id = $2 and action = 'payment_method.added' and address = '127.0.0.1'`
  expect(await audited(on.test, lines, [practice.id, id])).toEqual([
    { data: { replaces: null }, user_id: practice.owner.id },
  ])
})
