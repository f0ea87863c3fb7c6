import { contracts } from '@archwire/contract/contracts/routes.ts'
import { addDays, dayIn } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import { labScope } from '../../src/db/scope.ts'
import { beginWaived, closeOrder } from '../../src/modules/billing/index.ts'
import { writeCharges } from '../../src/modules/charges/index.ts'
import type { Outcome } from '../../src/services/payments/stand-in/numbers.ts'
import type { TestApp, TestUser } from '../app.ts'
import { asOwner } from '../as-owner.ts'
import type { GivenPractice } from '../given.ts'
import { membersIn, ownPassword } from '../given/members.ts'
import { chargeByHand } from '../own-charge.ts'
import { openPurchases } from '../purchases.ts'

/** A practice with a contract: its methods are cards unless a test says otherwise. */
export interface Debtor extends GivenPractice {
  contractId: number
  startUpId: number
  /** Its primary payment method; 0 for none. */
  methodId: number
}

type State = 'PENDING' | 'NOT_PAID' | 'BLOCKED'

/** An order of $100.00 costs this by card, with the card fee of 1.49 %. */
export const byCard = 101.49

/** Practices that owe invoices, and the calls by which these end. The file closes `on`. */
export async function openUnpaid() {
  const on = await openPurchases()
  const { test, given } = on
  const { db } = test.connection
  const zone = test.config.labZone
  const members = membersIn(test)
  const admin = await given.user('admin', ['Amy', 'Admin'])
  await members.withPassword(admin)

  /** A practice whose contract started 40 days ago, with its fee waived then. */
  async function debtor(outcome: Outcome | null = 'paid'): Promise<Debtor> {
    const practice = await given.practice()
    const began = new Date(Date.now() - 40 * 86_400_000)
    const { id: startUpId } = await db
      .transaction()
      .execute((trx) => beginWaived(trx, { scope: labScope, now: began }, practice.id, zone))
    // Its month does not end while the test runs.
    const { rows } = await sql<{ id: number }>`
      update contracts set next_payment_date = ${addDays(dayIn(zone, new Date()), 20)}::date
      where organization_id = ${practice.id} returning id`.execute(db)
    const methodId = outcome ? await on.method(practice, outcome) : 0
    return { ...practice, contractId: rows[0]!.id, startUpId: startUpId!, methodId }
  }

  /** A row of the ledger that counts from today on. */
  const work = ({ id }: { id: number }, cents = 10_000) =>
    db
      .transaction()
      .execute((trx) =>
        writeCharges(trx, { userId: null, name: 'Archwire', now: new Date() }, id, [
          chargeByHand({ unit_cents: cents, day: dayIn(zone, new Date()) }),
        ]),
      )

  /** A closed order of $100.00 that is not paid: pending until it is due some days later, or failed before. */
  async function owes(practice: { id: number }, state: State = 'PENDING', cents = 10_000): Promise<number> {
    await work(practice, cents)
    const closed = await db
      .transaction()
      .execute((trx) =>
        closeOrder(trx, { organizationId: practice.id, kind: 'by_hand', charged: 'later', zone, now: new Date() }),
      )
    await asOwner(
      `update orders set fm_invoice_status = $2, due_day = case when $2 = 'PENDING' then closing_day + 3 else closing_day end,
        failed_at = case when $2 <> 'PENDING' then now() end, blocked_at = case when $2 = 'BLOCKED' then now() end where id = $1`,
      [closed!.id, state],
    )
    return closed!.id
  }

  /** The invoice of the start-up fee, $200.00 without a card fee, after its bank has returned the payment. */
  async function owesFee(practice: Debtor): Promise<number> {
    await asOwner(`delete from order_lines where order_id = $1 and kind = 'discount'`, [practice.startUpId])
    await asOwner(
      `update orders set fm_invoice_status = 'NOT_PAID', fm_paid_at = null, failed_at = now(), subtotal_cents = 20000,
        total_cents = 20000 where id = $1`,
      [practice.startUpId],
    )
    await sql`update organizations set startup_fee_settled_at = null where id = ${practice.id}`.execute(db)
    return practice.startUpId
  }

  const key = (value: string | undefined): Record<string, string> =>
    value === undefined ? {} : { 'idempotency-key': value }
  return {
    on,
    test,
    given,
    db,
    zone,
    members,
    admin,
    debtor,
    work,
    owes,
    owesFee,
    pay: (who: TestUser | null, id: number, method: number, total: number, as?: string, at: TestApp = test) =>
      at.raw(who, 'POST', `/orders/${id}/pay`, { payment_method_id: method, expected_total: total }, key(as)),
    settle: (who: TestUser | null, id: number, total: number, change: object = {}) =>
      test.raw(who, 'POST', `/orders/${id}/settle`, {
        how: 'outside',
        reason: 'Check 1042',
        expected_total: total,
        current_password: ownPassword,
        ...change,
      }),
    close: (who: TestUser | null, id: number, total: number, as?: string, at: TestApp = test) =>
      at.raw(who, 'POST', `/contracts/${id}/attempt_payment`, { expected_total: total }, key(as)),
    planOf: async ({ contractId: id }: Debtor, who: TestUser = admin) =>
      (await test.as(who).call(contracts.get, { params: { id } })).body.contract.close_invoice!,
    /** The closed orders of a practice, the oldest first: state, total, how it was settled. */
    async orders({ id }: { id: number }) {
      const { rows } = await sql<{ said: string }>`
        select concat_ws(' ', kind, fm_invoice_status, total_cents, settled_as) as said from orders
        where organization_id = ${id} and fm_invoice_status <> 'CURRENT' and (kind <> 'start_up' or total_cents > 0)
        order by closing_day, id`.execute(db)
      return rows.map(({ said }) => said)
    },
    /** Its payments: kind, state, cents, reason or message, and who. */
    async payments({ id }: { id: number }) {
      const { rows } = await sql<{ said: string }>`
        select concat_ws(' ', y.kind, y.status, y.cents, nullif(y.message, ''), nullif(y.reason, ''), u.first_name) as said
        from payments y left join users u on u.id = y.user_id where y.organization_id = ${id} order by y.id`.execute(db)
      return rows.map(({ said }) => said)
    },
    /** What was charged at the provider, in dollars. */
    charged: async ({ id }: { id: number }) => (await on.charged(id)).map(({ total }) => total),
    async feeOf({ id }: { id: number }) {
      const { rows } = await sql<{ settled: boolean; waived: boolean }>`
        select startup_fee_settled_at is not null as settled, startup_fee_waived_by is not null as waived
        from organizations where id = ${id}`.execute(db)
      return rows[0]!
    },
    /** A payment of the practice whose result is not known. */
    inProgress: ({ id, owner }: GivenPractice, name: 'initial_purchase' | 'order_charge') =>
      sql`insert into effects (organization_id, name, user_id, route, intent, leased_until, created_at)
        values (${id}, ${name}, ${owner.id}, 'test', '{}', now() + interval '1 minute', now())`.execute(db),
    isOver: ({ id }: { id: number }) =>
      sql`delete from effects where organization_id = ${id} and settled_at is null`.execute(db),
  }
}
export type Unpaid = Awaited<ReturnType<typeof openUnpaid>>
