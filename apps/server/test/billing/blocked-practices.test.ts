import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setClock } from '../../src/kernel/clock.ts'
import { addMember } from '../../src/modules/organizations/index.ts'
import type { TestUser } from '../app.ts'
import { audited } from '../audited.ts'
import { declined, openDays, type Days } from '../contracts/contract-days.ts'

/** What a blocked practice cannot start, who hears of it, and what ends it (`billing/blocked`). */
let days: Days
beforeAll(async () => void (days = await openDays()))
afterEach(() => {
  days.on.instead = undefined
  setClock(undefined)
})
afterAll(() => days.close())

const reason = 'This organization is blocked, because an invoice is not paid.'

/** A practice that three retries have blocked; its next order is not paid, either. */
async function blocked() {
  const practice = await days.practice('2026-01-01', 'paid')
  await block(practice)
  return practice
}

async function block(practice: { id: number }) {
  days.on.instead = declined
  for (const day of ['2026-02-03', '2026-02-04', '2026-02-06', '2026-02-10', '2026-03-03'])
    await days.run(day, practice)
  days.on.instead = undefined
  setClock(undefined)
  expect(await days.states(practice)).toEqual(['2026-01-31 BLOCKED', '2026-02-28 NOT_PAID'])
}

const unpaid = async ({ id }: { id: number }) =>
  (
    await sql<{ id: number }>`select id from orders where organization_id = ${id} and kind = 'monthly'
      and fm_invoice_status in ('BLOCKED', 'NOT_PAID') order by closing_day`.execute(days.db)
  ).rows.map((order) => order.id)

async function blockedFor(who: TestUser): Promise<boolean> {
  const { body } = await days.on.test.raw(who, 'GET', '/me')
  return (body as { user: { organizations: { blocked: boolean }[] } }).user.organizations[0]!.blocked
}

describe('a blocked practice', () => {
  it('starts no case, asks for no print and no correction, and says so in the session of everyone there', async () => {
    const practice = await days.practice('2026-01-01')
    const testCase = await days.on.given.printedCase({ practice })
    await block(practice)
    await expect(days.on.given.case({ practice })).rejects.toThrow(reason)
    for (const who of [practice.owner, practice.manager, await days.on.given.user('admin')]) {
      const { body } = await days.on.test.raw(who, 'GET', `/patients/${testCase.id}`)
      expect(body).toMatchObject({ patient: { why_not: { request_print: reason, request_correction: reason } } })
    }
    expect(await blockedFor(practice.member)).toBe(true)
  })

  it('stops nothing in another practice of the same person', async () => {
    const practice = await blocked()
    const { owner } = practice
    const other = await days.practice('2026-01-01')
    await days.db.transaction().execute((trx) => addMember(trx, other.id, owner.id, 'organization_owner'))
    const { body } = await days.on.test.raw(owner, 'GET', '/me')
    const { organizations } = (body as { user: { organizations: { id: number; blocked: boolean }[] } }).user
    expect(organizations.map(({ id, blocked: is }) => [id, is])).toEqual([
      [practice.id, true],
      [other.id, false],
    ])
    await expect(days.on.given.case({ practice })).rejects.toThrow(reason)
    await days.on.given.case({ practice: { ...other, owner } })
  })
})

describe('the block', () => {
  it('goes over to the next unpaid order, and ends with the last one', async () => {
    const practice = await blocked()
    const [older, newer] = await unpaid(practice)
    await days.pay(practice, older!)
    expect(await days.states(practice)).toEqual(['2026-01-31 PAID', '2026-02-28 BLOCKED'])
    expect(await blockedFor(practice.member)).toBe(true)
    await days.pay(practice, newer!)
    expect(await days.states(practice)).toEqual(['2026-01-31 PAID', '2026-02-28 PAID'])
    expect(await blockedFor(practice.member)).toBe(false)
  })

  it('is lifted by bank payments under way, and comes back at once with a return', async () => {
    const practice = await blocked()
    const [older, newer] = await unpaid(practice)
    await days.pay(practice, newer!)
    expect(await days.states(practice)).toEqual(['2026-01-31 BLOCKED', '2026-02-28 PAID'])
    await days.on.method(practice, 'bank')
    await days.pay(practice, older!)
    expect(await days.states(practice)).toEqual(['2026-01-31 PENDING', '2026-02-28 PAID'])
    expect(await blockedFor(practice.member)).toBe(false)
    await days.on.returns(practice.id)
    expect(await days.states(practice)).toEqual(['2026-01-31 BLOCKED', '2026-02-28 PAID'])
    expect(await blockedFor(practice.member)).toBe(true)
  })

  it('announces the end only when no invoice still blocks', async () => {
    const practice = await blocked()
    const [older, newer] = await unpaid(practice)
    await days.on.method(practice, 'bank')
    await days.pay(practice, older!)
    await days.on.returns(practice.id)
    expect(await days.states(practice)).toEqual(['2026-01-31 BLOCKED', '2026-02-28 BLOCKED'])
    await days.on.method(practice, 'paid')
    const ended = async () =>
      (await audited(days.on.test, `organization_id = $1 and action = 'organization.changed'`, [practice.id])).some(
        ({ data }) => (data as { blocked?: boolean } | null)?.blocked === false,
      )
    await days.pay(practice, newer!)
    expect([await blockedFor(practice.member), await ended()]).toEqual([true, false])
    await days.pay(practice, older!)
    expect([await blockedFor(practice.member), await ended()]).toEqual([false, true])
  })

  it('comes back when a bank returns what it had settled, because no retry is left', async () => {
    const practice = await blocked()
    const [older, newer] = await unpaid(practice)
    await days.pay(practice, newer!)
    await days.on.method(practice, 'bank')
    await days.pay(practice, older!)
    const { rows } = await sql<{ id: string }>`
      select provider_id as id from payments where organization_id = ${practice.id} and status = 'PENDING'`.execute(
      days.db,
    )
    const { payments, test } = days.on
    const made = payments.standIn.events().find(({ data }) => (data as { id?: string }).id === rows[0]!.id)!
    const settled = { ...(made.data as object), settled_at: '2026-03-04 10:00:00' }
    for (const event of [
      { ...made, id: `settled-${made.id}`, type: 'update_transaction_settled', data: settled },
      payments.standIn.returnNow(rows[0]!.id),
    ]) {
      const { body, headers } = payments.report(event)
      expect((await test.raw(null, 'POST', '/f_m_webhooks', body, headers)).status).toBe(200)
    }
    expect(await days.states(practice)).toEqual(['2026-01-31 BLOCKED', '2026-02-28 PAID'])
    expect(await blockedFor(practice.member)).toBe(true)
  })
})
