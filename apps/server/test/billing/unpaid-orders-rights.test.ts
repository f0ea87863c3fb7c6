import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '../app.ts'
import { byCard, openUnpaid, type Debtor, type Unpaid } from './unpaid-orders.ts'

/** Who pays, settles and closes invoices (`billing/pay`, `billing/settled`, `contracts/close-invoice`). */
let un: Unpaid
beforeAll(async () => void (un = await openUnpaid()))
afterAll(() => un.on.close())

/** Each call in turn, of an invoice of its own. */
async function tries(practice: Debtor, who: TestUser | null): Promise<number[]> {
  const [paid, settled] = [await un.owes(practice), await un.owes(practice)]
  await un.members.withPassword(...(who ? [who] : []))
  const statuses = [
    (await un.pay(who, paid, practice.methodId, byCard)).status,
    (await un.settle(who, settled, 100)).status,
  ]
  const { rows } = await sql<{ total: number }>`select coalesce(sum(total_cents), 0)::int as total from orders
    where organization_id = ${practice.id} and fm_invoice_status = 'PENDING'`.execute(un.db)
  return [...statuses, (await un.close(who, practice.contractId, rows[0]!.total / 100)).status]
}

/** By hand: statuses of paying, settling, and Close Invoice. */
const table = `
  super_admin   403 200 200
  admin         403 200 200
  supervisor    403 403 403
  tech_support  403 403 403
  partner       403 403 403
  owner         200 403 403
  manager       403 403 403
  member        403 403 403
  assistant     403 403 403
  stranger      404 403 403
  nobody        401 401 401`
const lines = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
  .map(([who, ...statuses]) => [who!, statuses.map(Number)] as const)

it.each(lines)('%s: %j', async (name, statuses) => {
  const practice = await un.debtor()
  const { partner } = await un.given.practice({ partner: true })
  await sql`update organizations set third_party_partner_id = ${partner!.id} where id = ${practice.id}`.execute(un.db)
  const { owner, manager, member, assistant } = practice
  const stranger = (await un.given.practice()).owner
  const people: Record<string, TestUser> = { owner, manager, member, assistant, stranger, partner: partner!.user }
  const who = name === 'nobody' ? null : (people[name] ?? (await un.given.user(name as 'admin')))
  expect(await tries(practice, who)).toEqual(statuses)
})

describe('an owner', () => {
  /** By hand: a state of the practice, and the status. */
  it.each([
    ['suspended', sql`suspended_at = now()`, 200],
    ['disabled', sql`disabled_at = now()`, 403],
    ['archived', sql`deleted_at = now()`, 404],
  ] as const)('of a practice that is %s', async (_state, change, status) => {
    const practice = await un.debtor()
    const order = await un.owes(practice)
    await sql`update organizations set ${change} where id = ${practice.id}`.execute(un.db)
    const answer = await un.pay(practice.owner, order, practice.methodId, byCard)
    // The owner of an archived practice alone is in no practice at all.
    expect(status === 404 ? [403, 404] : [status]).toContain(answer.status)
    expect(await un.orders(practice)).toEqual([status === 200 ? 'by_hand PAID 10149' : 'by_hand PENDING 10149'])
  })

  it('reads which method pays, and that no one else sees it', async () => {
    const practice = await un.debtor()
    const order = await un.owes(practice)
    const payable = async (who: TestUser) =>
      ((await un.test.raw(who, 'GET', `/orders/${order}`)).body.order as { payable: unknown }).payable
    const totals = { card: byCard, bank: 100 }
    expect(await payable(practice.owner)).toEqual({ totals, can_pay: true, can_settle: false, why_not: null })
    expect(await payable(un.admin)).toEqual({ totals, can_pay: false, can_settle: true, why_not: null })
    expect(await payable(practice.manager)).toBeNull()
  })
})

it('ids that no one has do not exist', async () => {
  const practice = await un.debtor()
  const id = 2_000_000_000
  expect((await un.pay(practice.owner, id, practice.methodId, byCard)).status).toBe(404)
  expect((await un.settle(un.admin, id, 100)).status).toBe(404)
  expect(await un.close(un.admin, id, 100)).toMatchObject({
    status: 404,
    body: { error: 'This subscription does not exist.' },
  })
})
