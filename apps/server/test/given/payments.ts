import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../src/db/client.ts'
import { labScope } from '../../src/db/scope.ts'
import { beginWaived } from '../../src/modules/billing/index.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { asOwner } from '../as-owner.ts'
import { givenIn, type GivenPractice } from '../given.ts'
import { openPayments, type TestPayments } from '../paying.ts'

/** An order whose start-up fee is charged to a bank account, as the purchase leaves it. */
export interface GivenPayment {
  practice: GivenPractice
  orderId: number
  invoiceId: number
  /** The provider's number of the transaction. */
  transaction: string
  /** Writes the payment, pending; in a transaction that is still open, or by itself. */
  write(trx?: Trx): Promise<number>
}

const cents = 20_000

/** Payments of practices, without the purchase that makes them. */
export function paymentsIn({ connection: { db }, config, ownerUrl }: TestApp, pay: TestPayments) {
  /** A charge at the provider and its order here, but no payment yet. */
  async function charged(practice: GivenPractice): Promise<GivenPayment> {
    const { id, owner } = practice
    const begun = await db
      .transaction()
      .execute((trx) => beginWaived(trx, { scope: labScope, now: new Date() }, id, config.labZone))
    const orderId = begun.id!
    await asOwner(`delete from order_lines where order_id = $1 and kind = 'discount'`, [orderId], ownerUrl)
    const ordered = await asOwner<{ invoice_id: number }>(
      `update orders set fm_invoice_status = 'PENDING', fm_paid_at = null, subtotal_cents = $2, tax_cents = 0,
        card_fee_cents = 0, total_cents = $2 where id = $1 returning invoice_id`,
      [orderId, cents],
      ownerUrl,
    )
    const customer_id = await pay.customer()
    const method_id = await pay.tokenOf('bank', customer_id)
    const key = randomUUID()
    const { transaction_id } = await pay.provider.charge({ key, customer_id, method_id, cents, tax_cents: 0, memo: '' })
    async function write(trx?: Trx): Promise<number> {
      const at = new Date()
      const { rows } = await sql<{ id: number }>`
        with method as (
          insert into payment_methods (organization_id, provider_id, method, nickname, brand, last_four, is_primary, created_at, updated_at)
          values (${id}, ${method_id}, 'bank', 'House bank', 'House bank', '6789', true, now(), now()) returning id
        ), effect as (
          insert into effects (organization_id, name, user_id, route, intent, leased_until, created_at, result, settled_at)
          values (${id}, 'test.purchase', ${owner.id}, 'test', '{}', now(), now(), '{"done": null}', now()) returning id
        )
        insert into payments (organization_id, order_id, payment_method_id, effect_id, cents, status, provider_id, created_at, updated_at)
        select ${id}, ${orderId}, method.id, effect.id, ${cents}, 'PENDING', ${transaction_id}, ${at}, ${at} from method, effect
        returning id`.execute(trx ?? db)
      return rows[0]!.id
    }
    return { practice, orderId, invoiceId: ordered[0]!.invoice_id, transaction: transaction_id!, write }
  }

  /** The same, with its payment. */
  async function pending(practice: GivenPractice): Promise<GivenPayment> {
    const made = await charged(practice)
    await made.write()
    return made
  }

  /** What a payment, its order and the start-up fee are now. */
  async function stateOf({ orderId }: GivenPayment) {
    const { rows } = await sql<{ payment: string; order: string; paid: boolean; fee: boolean }>`
      select y.status as payment, r.fm_invoice_status as order, r.fm_paid_at is not null as paid,
        o.startup_fee_settled_at is not null as fee
      from orders r join organizations o on o.id = r.organization_id left join payments y on y.order_id = r.id
      where r.id = ${orderId}`.execute(db)
    return rows[0]!
  }

  return { charged, pending, stateOf }
}

/** Opens the application with a payment provider of its own, for a file of tests about payments; the file closes both. */
export async function openPaying(options: { worker?: boolean } = {}) {
  const pay = await openPayments()
  const test = await openTestApp({ payments: pay.provider, ...options })
  return {
    pay,
    test,
    given: givenIn(test),
    paying: paymentsIn(test, pay),
    async close() {
      await test.close()
      await pay.close()
    },
  }
}
