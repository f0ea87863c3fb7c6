import { paymentDifferences } from '@archwire/contract/payment-differences/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { asOwner } from '../as-owner.ts'
import { givenIn, type Given } from '../given.ts'

/** Payments to review (`billing/to-look-at`). */
let test: TestApp
let given: Given
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
})
afterAll(() => test.close())

async function opened(): Promise<{ id: number; transaction: string }> {
  const transaction = `t-${given.unique()}`
  const { rows } = await sql<{ id: number }>`
    insert into payment_differences (kind, transaction_id, reported_cents, opened_at, updated_at)
    values ('unknown_payment', ${transaction}, 12345, now(), now()) returning id`.execute(test.connection.db)
  return { id: rows[0]!.id, transaction }
}
const close = (who: TestUser, id: number, body: object) =>
  test.raw(who, 'PUT', `/payment_differences/${id}/close`, body)
const listed = async (who: TestUser, query: object) => {
  const { body } = await test.as(who).call(paymentDifferences.list, { query: { perPage: 100, ...query } })
  return body.payment_differences
}

describe('a payment to review', () => {
  it('is listed until a person closes it with a reason, and then among the closed ones', async () => {
    const { id, transaction } = await opened()
    const open = (await listed(admin, { is_open: 1 })).find((row) => row.id === id)
    expect(open).toMatchObject({
      kind: 'unknown_payment',
      transaction,
      organization: null,
      order: null,
      expected: null,
      reported: 123.45,
      closed_at: null,
      note: '',
      can: { close: true },
    })
    const found = await listed(admin, { transaction: transaction.toUpperCase() })
    expect(found.map((row) => row.id)).toEqual([id])
    const answer = await close(admin, id, { note: '  Refunded at the provider.  ', version: 1 })
    expect(answer).toMatchObject({
      status: 200,
      body: { payment_difference: { id, note: 'Refunded at the provider.', version: 2, can: { close: false } } },
    })
    expect((await listed(admin, { is_open: 1 })).map((row) => row.id)).not.toContain(id)
    const closed = (await listed(admin, { is_open: 0 })).find((row) => row.id === id)
    expect(closed!.closed_at).not.toBeNull()
    expect(closed!.closed_by).not.toBeNull()
    const recorded = await asOwner(
      `select user_id from audit_log where action = 'payment_difference.closed' and subject_id = $1`,
      [id],
    )
    expect(recorded).toEqual([{ user_id: admin.id }])
  })

  it('is closed once: a second person is refused, and the first reason stays', async () => {
    const { id } = await opened()
    const answers = await Promise.all(Array.from({ length: 5 }, (_, at) => close(admin, id, { note: `Reason ${at}` })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
    expect(await close(admin, id, { note: 'Again' })).toMatchObject({
      status: 409,
      body: { error: 'This payment has been reviewed already.' },
    })
  })

  it('is not closed without a reason, with a card number, or on a version that is not the present one', async () => {
    const { id } = await opened()
    for (const note of ['', '   ', 'x'.repeat(501), 'Card 4111 1111 1111 1111'])
      expect((await close(admin, id, { note })).status, note).toBe(422)
    expect((await close(admin, id, { note: 'Done', version: 9 })).status).toBe(409)
    expect((await listed(admin, { is_open: 1 })).map((row) => row.id)).toContain(id)
  })

  it('is read and closed by people who manage invoices alone', async () => {
    const { id } = await opened()
    const practice = await given.practice()
    const supervisor = await given.user('supervisor')
    for (const who of [practice.owner, supervisor, await given.user('tech_support')]) {
      expect((await test.raw(who, 'GET', '/payment_differences')).status).toBe(403)
      expect((await close(who, id, { note: 'Done' })).status).toBe(403)
    }
    await sql`update users set custom_permissions = '{orders.manage}' where id = ${supervisor.id}`.execute(
      test.connection.db,
    )
    expect((await close(supervisor, id, { note: 'Done' })).status).toBe(200)
    expect((await close(admin, 2_000_000_000, { note: 'Done' })).status).toBe(404)
  })
})
