import type { Order, OrderMetadata } from '@archwire/contract/billing/schema.ts'
import { toDollars } from '@archwire/contract/core/money.ts'
import { productIds } from './products.ts'

interface LineRow {
  id: number
  kind: 'product' | 'charge' | 'discount' | 'credit'
  description: string
  cents: number
  product_id: number | null
  promotion_code: string | null
}

/** An order as it is read: amounts in cents, lines from top to bottom. */
export type OrderRow = Omit<Order, 'order_items' | 'charges' | 'discounts' | 'credits'> & { lines: LineRow[] }

/** An order as it is sent. */
export interface OrderAnswer {
  order: Order
  metadata: OrderMetadata
}

/** The order in dollars, its lines by their kinds. */
export function presentOrder({ lines, subtotal, tax, credit_card_fee, total, ...order }: OrderRow): OrderAnswer {
  const ofKind = (kind: LineRow['kind']) => lines.filter((line) => line.kind === kind)
  const adjustment = ({ id, description, cents }: LineRow) => ({
    id,
    custom_description: description,
    value: toDollars(cents),
  })
  const items = ofKind('product').map(({ id, product_id, description, cents }) => ({
    id,
    product: { id: product_id!, name: description },
    value: toDollars(cents),
  }))
  const startupFee = items.find(({ product }) => product.id === productIds.startupFee)
  return {
    order: {
      ...order,
      order_items: items,
      charges: ofKind('charge').map(adjustment),
      discounts: ofKind('discount').map((line) => ({ ...adjustment(line), promotion_code: line.promotion_code })),
      credits: ofKind('credit').map(adjustment),
      subtotal: toDollars(subtotal),
      tax: toDollars(tax),
      credit_card_fee: toDollars(credit_card_fee),
      total: toDollars(total),
    },
    metadata: { template_data: { startup_fee: startupFee?.value ?? null } },
  }
}
