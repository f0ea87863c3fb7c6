import type { OrderKind } from '@archwire/contract/billing/lifecycle.ts'
import type { Cents } from '@archwire/contract/core/money.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { scoped, type Scope } from '../../../db/scope.ts'
import type { ActivityAbout } from '../../../kernel/record.ts'
import type { FeeTerms } from '../start-up-terms.ts'

export interface At {
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

/** What an order that is to be made consists of. */
export interface NewOrder {
  terms: Pick<FeeTerms, 'tax_state' | 'tax_percent' | 'card_fee_percent'>
  sums: OrderSums
  /** From top to bottom; a discount is what it takes off. */
  lines: {
    kind: 'product' | 'discount'
    label: string
    amount: Cents
    product_id?: number
    promotion_code_id?: number
  }[]
}

/** How an order is paid: at once, or by a bank that may return the payment. */
export type PaidAs = 'PAID' | 'PENDING'

export const paidAt = (status: PaidAs, now: Date) => ({
  fm_invoice_status: status,
  fm_paid_at: status === 'PAID' ? now : null,
  updated_at: now,
})

export const sumsOf = ({ subtotal, tax, cardFee, total }: OrderSums) => ({
  subtotal_cents: subtotal,
  tax_cents: tax,
  card_fee_cents: cardFee,
  total_cents: total,
})

/**
 * Makes an order that is closed, with its number and lines (`billing/order-kinds`). The database allows one start-up order
 * of a contract, and one monthly order of a contract and closing day. Returns the activity to be recorded.
 */
export async function addOrder(
  trx: Trx,
  { scope, now }: At,
  { organizationId, contractId }: { organizationId: number; contractId: number },
  {
    kind,
    day,
    terms,
    sums,
    lines,
    status,
  }: NewOrder & {
    kind: OrderKind
    /** On which it closes and from which it is charged, on the lab's calendar. */
    day: string
    status: PaidAs
  },
): Promise<ActivityAbout<'order'> & { id: number }> {
  const tables = scoped(trx, scope)
  const order = await tables
    .add('orders')
    .values({
      organization_id: organizationId,
      contract_id: contractId,
      kind,
      closing_day: day,
      due_day: day,
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
      lines.map(({ kind: lineKind, label, amount, product_id = null, promotion_code_id = null }, index) => ({
        organization_id: organizationId,
        order_id: order.id,
        position: index + 1,
        kind: lineKind,
        description: label,
        cents: amount,
        product_id,
        promotion_code_id,
      })),
    )
    .execute()
  const data = { invoice_id: order.invoice_id }
  return { subject: 'order', id: order.id, organizationId, event: 'created', data }
}

/**
 * Opens the order of a contract (`billing/open-order`): one that has no number, and no sums of its own, because they follow
 * from the ledger. It is a monthly one unless it closes by hand. The database allows one of a contract.
 */
export async function openOrder(
  trx: Trx,
  { scope, now }: At,
  { organizationId, contractId }: { organizationId: number; contractId: number },
): Promise<void> {
  await scoped(trx, scope)
    .add('orders')
    .values({
      organization_id: organizationId,
      contract_id: contractId,
      kind: 'monthly',
      fm_invoice_status: 'CURRENT',
      ...sumsOf({ subtotal: 0, tax: 0, cardFee: 0, total: 0 }),
      tax_state: '',
      tax_rate_percent: '0',
      card_fee_percent: '0',
      created_at: now,
      updated_at: now,
    })
    .execute()
}
