import type { InvoiceStatus } from '@archwire/contract/billing/statuses.ts'
import { waivedLabel } from '@archwire/contract/billing/start-up.ts'
import type { Cents } from '@archwire/contract/core/money.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../db/client.ts'
import { rows, scoped, type Scope } from '../../../db/scope.ts'
import type { ActivityAbout } from '../../../kernel/record.ts'
import { productIds } from '../products.ts'
import type { FeeTerms } from '../start-up-terms.ts'

interface At {
  scope: Scope
  now: Date
}

/** What an order costs, in cents. */
export interface OrderSums {
  subtotal: Cents
  tax: Cents
  cardFee: Cents
  total: Cents
}

/** An order that is to be made. */
export interface NewOrder {
  terms: Pick<FeeTerms, 'tax_state' | 'tax_percent' | 'card_fee_percent'>
  sums: OrderSums
  /** From top to bottom; a discount is what it takes off. */
  lines: { kind: 'product' | 'discount'; label: string; amount: Cents; promotion_code_id?: number }[]
}

/** How an order is paid: at once, or by a bank that may return the payment. */
export type PaidAs = 'PAID' | 'PENDING'

/** The order of a practice with the start-up fee. */
export interface StartUpOrder {
  id: number
  organization_id: number
  invoice_id: number | null
  fm_invoice_status: InvoiceStatus
  subtotal_cents: Cents
  tax_cents: Cents
  card_fee_percent: string
  total_cents: Cents
}

/** The order of the organization `o` with the start-up fee, as JSON (`StartUpOrder`); null while there is none. */
export const startUpOrderJson = (scope: Scope): RawBuilder<StartUpOrder | null> =>
  sql<StartUpOrder | null>`(select to_jsonb(x) from (select r.id, r.organization_id, r.invoice_id, r.fm_invoice_status,
      r.subtotal_cents, r.tax_cents, r.card_fee_percent::text as card_fee_percent, r.total_cents
    from ${rows(scope, 'orders', 'r')} where r.organization_id = o.id and exists (
      select 1 from ${rows(scope, 'order_lines', 'l')}
      where l.organization_id = r.organization_id and l.order_id = r.id and l.product_id = ${productIds.startupFee})
    order by r.id limit 1) x)`

/** Reads the order of a practice with the start-up fee; null while there is none. */
export async function startUpOrderOf(db: Db, scope: Scope, organizationId: number): Promise<StartUpOrder | null> {
  const { rows: found } = await sql<{ order: StartUpOrder | null }>`
    select ${startUpOrderJson(scope)} as "order" from organizations o where o.id = ${organizationId}`.execute(db)
  return found[0]?.order ?? null
}

const paidAt = (status: PaidAs, now: Date) => ({
  fm_invoice_status: status,
  fm_paid_at: status === 'PAID' ? now : null,
  updated_at: now,
})
const sumsOf = ({ subtotal, tax, cardFee, total }: OrderSums) => ({
  subtotal_cents: subtotal,
  tax_cents: tax,
  card_fee_cents: cardFee,
  total_cents: total,
})

/** Makes the order with the start-up fee, with its number. Returns the activity to be recorded. */
export async function addStartUpOrder(
  trx: Trx,
  { scope, now }: At,
  { organizationId, contractId }: { organizationId: number; contractId: number },
  { terms, sums, lines, status }: NewOrder & { status: PaidAs },
): Promise<ActivityAbout<'order'> & { id: number }> {
  const tables = scoped(trx, scope)
  const order = await tables
    .add('orders')
    .values({
      organization_id: organizationId,
      contract_id: contractId,
      invoice_id: sql<number>`nextval('invoice_numbers')`,
      ...paidAt(status, now),
      ...sumsOf(sums),
      tax_state: terms.tax_state,
      tax_rate_percent: terms.tax_percent,
      card_fee_percent: terms.card_fee_percent,
      created_at: now,
    })
    .returning(['id', 'invoice_id'])
    .executeTakeFirstOrThrow()
  await tables
    .add('order_lines')
    .values(
      lines.map(({ kind, label, amount, promotion_code_id = null }, index) => ({
        organization_id: organizationId,
        order_id: order.id,
        position: index + 1,
        kind,
        description: label,
        cents: amount,
        product_id: kind === 'product' ? productIds.startupFee : null,
        promotion_code_id,
      })),
    )
    .execute()
  const data = { invoice_id: order.invoice_id }
  return { subject: 'order', id: order.id, organizationId, event: 'created', data }
}

/** Writes that an order which was not paid is paid now, with the sums that were charged. */
export async function payOrderAgain(
  trx: Trx,
  { scope, now }: At,
  order: { id: number; organizationId: number },
  { sums, status }: { sums: OrderSums; status: PaidAs },
): Promise<void> {
  await scoped(trx, scope)
    .update('orders')
    .set({ ...paidAt(status, now), ...sumsOf(sums), version: sql<number>`version + 1` })
    .where('organization_id', '=', order.organizationId)
    .where('id', '=', order.id)
    .execute()
}

/** Takes everything off an order that was not paid: it is closed without a charge. */
export async function waiveOrder(
  trx: Trx,
  at: At,
  { id, organization_id: organizationId, invoice_id, subtotal_cents }: StartUpOrder,
): Promise<ActivityAbout<'order'>> {
  await sql`
    insert into order_lines (organization_id, order_id, position, kind, description, cents)
    select ${organizationId}::int, ${id}::int, max(l.position) + 1, 'discount', ${waivedLabel}, ${subtotal_cents}::int
    from ${rows(at.scope, 'order_lines', 'l')} where l.organization_id = ${organizationId} and l.order_id = ${id}`.execute(
    trx,
  )
  const nothing = { subtotal: 0, tax: 0, cardFee: 0, total: 0 }
  await payOrderAgain(trx, at, { id, organizationId }, { sums: nothing, status: 'PAID' })
  return { subject: 'order', id, organizationId, event: 'paid', data: { invoice_id, waived: true } }
}
