import { dayIn } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import { labScope } from '../../src/db/scope.ts'
import { now, setClock } from '../../src/kernel/clock.ts'
import { performForJob } from '../../src/kernel/effects.ts'
import {
  beginWaived,
  chargeOrders,
  chargesOf,
  unpaidOrdersOf,
  type ChargedBy,
} from '../../src/modules/billing/index.ts'
import { enqueueDue } from '../../src/modules/contracts/commands/enqueue-due.ts'
import { runDay } from '../../src/modules/contracts/index.ts'
import { primaryMethodJson } from '../../src/modules/payments/index.ts'
import type { Outcome } from '../../src/services/payments/stand-in/numbers.ts'
import { auditedActions } from '../audited.ts'
import type { GivenPractice } from '../given.ts'
import { openPurchases } from '../purchases.ts'

/** What the provider says of a charge that it declines. */
export const declined = () =>
  Promise.resolve({ status: 'declined', transaction_id: null, message: 'Insufficient funds.' } as const)

/** An order as these tests look at it. */
export interface DayOrder {
  kind: string
  closing_day: string | null
  fm_invoice_status: string
  total_cents: number
}

/** Practices whose days the portal lives through, by a given clock. Restores the clock when it closes. */
export async function openDays() {
  const on = await openPurchases()
  const { connection, config } = on.test
  const { db } = connection
  const zone = config.labZone
  const tools = { db, payments: on.provider, labZone: zone }
  /** Noon in the lab. */
  const at = (day: string): Date => new Date(`${day}T18:00:00Z`)

  const days = {
    on,
    db,
    zone,
    at,
    /** A practice whose contract starts on a day, with a monthly fee of $99.00, charged 3 days after its closing. */
    async practice(began: string, outcome: Outcome | null = 'paid'): Promise<GivenPractice> {
      const made = await on.given.practice({ paid: false })
      await db
        .transaction()
        .execute((trx) => beginWaived(trx, { scope: labScope, now: at(began) }, made.id, config.labZone))
      await sql`update organizations set startup_fee_settled_at = ${at(began)} where id = ${made.id}`.execute(db)
      await sql`insert into price_overrides (organization_id, version, field, value, created_at)
        values (${made.id}, 1, 'settings.flat_monthly', '9900', ${at(began)}),
          (${made.id}, 1, 'settings.delay_payment_processing', '3', ${at(began)})`.execute(db)
      if (outcome) await on.method(made, outcome)
      return made
    },
    /** What the worker does for a practice on a day. */
    async run(day: string, ...practices: { id: number }[]) {
      setClock(() => at(day))
      for (const { id } of practices) await runDay(tools, id)
    },
    /** Pays an order by the primary method, as its owner does. */
    async pay({ id }: { id: number }, orderId: number) {
      const { rows } = await sql<{ method: ChargedBy }>`
        select ${primaryMethodJson(labScope)} as method from organizations o where o.id = ${id}`.execute(db)
      const orders = (await unpaidOrdersOf(db, id)).filter((order) => order.id === orderId)
      const { method } = rows[0]!
      const intent = {
        address: '',
        name: null,
        day: dayIn(zone, now()),
        method,
        charges: chargesOf(orders, method, ''),
      }
      return performForJob(db, chargeOrders(on.provider), { job: 'test.pay', organizationId: id }, () =>
        Promise.resolve(orders.length > 0 ? intent : undefined),
      )
    },
    /**
     * What the bank makes of a payment on a day, and the provider reports: one that is pending, or was settled, can come back. A
     * card's is charged back.
     */
    async bank(day: string, transaction: string, what: 'settled' | 'returned' | 'charged-back') {
      setClock(() => at(day))
      const { standIn, report } = on.payments
      const made = standIn.events().findLast(({ data }) => (data as { id?: string }).id === transaction)!
      const voided = {
        id: `void-${transaction}`,
        type: 'void',
        success: true,
        message: 'Charged back by the cardholder.',
      }
      const change =
        what === 'settled' ? { settled_at: `${day} 10:00:00` } : { is_voided: true, child_transactions: [voided] }
      const event =
        what === 'returned'
          ? standIn.returnNow(transaction)
          : {
              ...made,
              id: `${what}-${made.id}`,
              type: 'update_transaction_settled',
              data: { ...(made.data as object), ...change },
            }
      const { body, headers } = report(event, at(day))
      const { status } = await on.test.raw(null, 'POST', '/f_m_webhooks', body, headers)
      if (status !== 200) throw new TypeError(`report: ${status}`)
    },
    /** The practices that the hourly look finds on a day. */
    async due(day: string): Promise<number[]> {
      setClock(() => at(day))
      await sql`delete from outbox where name = 'contracts.day'`.execute(db)
      await enqueueDue(db, zone)
      const { rows } = await sql<{ id: number }>`
        delete from outbox where name = 'contracts.day' returning (payload ->> 'organization_id')::int as id`.execute(
        db,
      )
      return rows.map(({ id }) => id).toSorted((a, b) => a - b)
    },
    /** The closed orders of a practice but the start-up one, the oldest first. */
    async orders({ id }: { id: number }): Promise<DayOrder[]> {
      const { rows } = await sql<DayOrder>`
        select kind, closing_day::text, fm_invoice_status, total_cents from orders
        where organization_id = ${id} and fm_invoice_status <> 'CURRENT' and kind <> 'start_up' order by closing_day, id`.execute(
        db,
      )
      return rows
    },
    states: async (practice: { id: number }) =>
      (await days.orders(practice)).map(({ closing_day, fm_invoice_status }) => `${closing_day} ${fm_invoice_status}`),
    /** The tries of a practice: the lab's day, the state, and the provider's words. */
    async tries({ id }: { id: number }): Promise<string[]> {
      const { rows } = await sql<{ created_at: Date; status: string }>`
        select created_at, status from payments where organization_id = ${id} order by id`.execute(db)
      return rows.map(({ created_at, status }) => `${dayIn(zone, created_at)} ${status}`)
    },
    /** What people were told of a practice's orders, as `record()` left it. */
    async told({ id }: { id: number }): Promise<string[]> {
      const lines = await auditedActions(on.test, `organization_id = $1 and action like 'order.%'`, [id])
      return lines.map((action) => action.slice('order.'.length))
    },
    async close() {
      setClock(undefined)
      await on.close()
    },
  }
  return days
}
export type Days = Awaited<ReturnType<typeof openDays>>
