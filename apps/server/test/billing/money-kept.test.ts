import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../as-owner.ts'
import { openPaying, type GivenPayment } from '../given/payments.ts'

/** What the database keeps of money, whatever the application does (`billing/kept`), and what the restore drill checks. */
const { test, given, paying, close } = await openPaying()
afterAll(close)

const kinds = [
  ['monthly', 'NOT_PAID'],
  ['monthly', 'BLOCKED'],
  ['by_hand', 'PENDING'],
  ['start_up', 'NOT_PAID'],
  ['start_up', 'PAID'],
  ['monthly', 'PAID'],
] as const
const unpaid = kinds.filter(([, status]) => status !== 'PAID').map((each) => each.join(' '))
const paid = kinds.filter(([, status]) => status === 'PAID').map((each) => each.join(' '))

describe('the application', () => {
  let payment: GivenPayment
  beforeAll(async () => {
    payment = await paying.pending(await given.practice())
    await sql`insert into payment_refunds (organization_id, payment_id, cents, provider_id, occurred_at, created_at)
      select organization_id, id, 100, 'kept', now(), now() from payments where order_id = ${payment.orderId}`.execute(
      test.connection.db,
    )
    await sql`insert into payment_events (id, type, transaction_id, occurred_at, received_at)
      values (${`kept-${given.unique()}`}, 'test', ${payment.transaction}, now(), now())`.execute(test.connection.db)
  })
  const of = () => payment.orderId
  /** A sum of an invoice raised by a cent, and its total. */
  const raise = (which: string, column: string) => sql`update orders
    set ${sql.ref(column)} = ${sql.ref(column)} + 1, total_cents = total_cents + 1 where id = ${kept[which]!}`
  const kept: Record<string, number> = {}
  beforeAll(async () => {
    for (const [kind, status] of kinds) {
      const { orderId } = await paying.pending(await given.practice())
      await asOwner(
        `update orders set kind = $2, fm_invoice_status = $3, fm_paid_at = case when $3 = 'PAID' then now() end where id = $1`,
        [orderId, kind, status],
      )
      kept[`${kind} ${status}`] = orderId
    }
  })

  it.each([
    ['deletes no invoice', () => sql`delete from orders where id = ${of()}`],
    ['gives no invoice another number', () => sql`update orders set invoice_id = invoice_id + 1 where id = ${of()}`],
    [
      'makes no invoice an open order',
      () =>
        sql`update orders set invoice_id = null, fm_invoice_status = 'CURRENT', closing_day = null, due_day = null where id = ${of()}`,
    ],
    ['makes no invoice another kind', () => sql`update orders set kind = 'by_hand' where id = ${of()}`],
    ['deletes no line of one', () => sql`delete from order_lines where order_id = ${of()}`],
    ['changes no line of one', () => sql`update order_lines set cents = 1 where order_id = ${of()}`],
    ['deletes no payment', () => sql`delete from payments where order_id = ${of()}`],
    ['changes no sum of a payment', () => sql`update payments set cents = 1 where order_id = ${of()}`],
    ['gives no payment another number', () => sql`update payments set provider_id = 'x' where order_id = ${of()}`],
    ['deletes no refund', () => sql`delete from payment_refunds where provider_id = 'kept'`],
    ['changes no sum of a refund', () => sql`update payment_refunds set cents = 1 where provider_id = 'kept'`],
    ['deletes no report', () => sql`delete from payment_events where transaction_id = ${payment.transaction}`],
    ['changes no report', () => sql`update payment_events set cents = 1 where transaction_id = ${payment.transaction}`],
    ['deletes no payment to review', () => sql`delete from payment_differences`],
    ['changes no expected sum of one', () => sql`update payment_differences set expected_cents = 1`],
  ])('%s', async (_, statement) => {
    await expect(statement().execute(test.connection.db)).rejects.toMatchObject({ code: '42501' })
  })

  describe.each(unpaid)('of an invoice that is %s', (which) => {
    it.each(['subtotal_cents', 'tax_cents'])('changes no %s', async (column) => {
      await expect(raise(which, column).execute(test.connection.db)).rejects.toMatchObject({ code: '42501' })
    })
    it.each(['tax_rate_percent', 'card_fee_percent'])('changes no %s', async (column) => {
      const other = sql`update orders set ${sql.ref(column)} = ${sql.ref(column)} + 1 where id = ${kept[which]!}`
      await expect(other.execute(test.connection.db)).rejects.toMatchObject({ code: '42501' })
    })
    it('changes the card fee, which follows the method that pays, and what is no sum', async () => {
      await raise(which, 'card_fee_cents').execute(test.connection.db)
      await sql`update orders set version = version + 1 where id = ${kept[which]!}`.execute(test.connection.db)
    })
  })

  it.each(paid)('changes no sum of an invoice that is %s', async (which) => {
    for (const column of ['subtotal_cents', 'tax_cents', 'card_fee_cents'])
      await expect(raise(which, column).execute(test.connection.db)).rejects.toMatchObject({ code: '42501' })
  })

  it('gives an open order its number and its sums at once', async () => {
    const [open] = await asOwner<{ id: number }>(
      `select o.id from orders o join orders r on r.contract_id = o.contract_id
        where r.id = $1 and o.fm_invoice_status = 'CURRENT'`,
      [kept['start_up NOT_PAID']!],
    )
    const id = open!.id
    const closed = await sql`update orders set invoice_id = nextval('invoice_numbers'), fm_invoice_status = 'NOT_PAID',
      closing_day = current_date, due_day = current_date, subtotal_cents = subtotal_cents + 1, total_cents = total_cents + 1
      where id = ${id}`.execute(test.connection.db)
    expect(closed.numAffectedRows).toBe(1n)
  })
})

describe('the restore drill', () => {
  const invariants = readFileSync(join(import.meta.dirname, '..', '..', '..', '..', 'deploy', 'invariants.sql'), 'utf8')
  /** How many rows break an invariant about this, by its name. */
  async function broken(part: string): Promise<number> {
    const lines = invariants.split('\n').filter((line) => line.startsWith('select') && line.includes(part))
    expect(lines, part).toHaveLength(1)
    const [row] = await asOwner<Record<string, string>>(lines[0]!)
    return Number(/: (\d+)$/.exec(Object.values(row!)[0]!)![1])
  }
  const changes = async (part: string, ...statements: [text: string, values: unknown[]][]) => {
    const before = await broken(part)
    for (const [text, values] of statements) await asOwner(text, values)
    return (await broken(part)) - before
  }
  const some = async () => {
    const payment = await paying.pending(await given.practice())
    return [payment.orderId]
  }

  it('finds an invoice that is paid or pending without a payment of its total', async () => {
    const part = 'invoices without their payment'
    const paid = `update orders set fm_invoice_status = 'PAID', fm_paid_at = now() where id = $1`
    const becomes = (status: string) => `update payments set status = '${status}' where order_id = $1`
    const id = await some()
    expect(await changes(part, [becomes('PAID'), id], [paid, id]), 'paid').toBe(0)
    expect(await changes(part, [becomes('REFUNDED'), id]), 'a refund leaves it paid').toBe(0)
    expect(await changes(part, [becomes('RETURNED'), id]), 'returned').toBe(1)
    const other = await some()
    expect(await changes(part, ['update payments set cents = 19999 where order_id = $1', other]), 'another sum').toBe(1)
    const free = await some()
    const waived = 'update orders set subtotal_cents = 0, total_cents = 0 where id = $1'
    // Neither may it be paid by a payment of another kind than it says.
    const settled = await some()
    const off = `update orders set fm_invoice_status = 'PAID', settled_as = 'written_off' where id = $1`
    const kind = `update payments set kind = 'written_off', reason = 'x', status = 'PAID', provider_id = null,
      payment_method_id = null, effect_id = null where order_id = $1`
    expect(await changes(part, [becomes('PAID'), settled], [off, settled]), 'settled without its payment').toBe(1)
    expect(await changes(part, [kind, settled]), 'settled').toBe(-1)
    expect(await changes(part, [waived, free], [becomes('RETURNED'), free]), 'costs nothing').toBe(0)
  })

  it('finds a start-up invoice that blocks its practice', async () => {
    const blocked = `update orders set fm_invoice_status = 'BLOCKED' where id = $1`
    expect(await changes('start-up invoices that block a practice', [blocked, await some()])).toBe(1)
  })

  it('finds lines that do not make the subtotal', async () => {
    const part = 'invoices whose lines do not make the subtotal'
    const id = await some()
    expect(await changes(part, ['update order_lines set cents = cents + 1 where order_id = $1', id])).toBe(1)
  })

  it('finds refunds beyond their payment', async () => {
    const part = 'payments with refunds beyond their sum'
    const id = await some()
    const refund = (cents: number): [string, unknown[]] => [
      `insert into payment_refunds (organization_id, payment_id, cents, occurred_at, created_at)
        select organization_id, id, ${cents}, now(), now() from payments where order_id = $1`,
      id,
    ]
    expect(await changes(part, refund(20_000))).toBe(0)
    expect(await changes(part, refund(1))).toBe(1)
  })
})
