import type { Order, OrderMetadata, OrderPayment } from '@archwire/contract/billing/schema.ts'
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
export type OrderRow = Omit<Order, 'order_items' | 'charges' | 'discounts' | 'credits' | 'payments'> & {
  lines: LineRow[]
  payments: Omit<OrderPayment, 'refunded'>[]
}

/** An order as it is sent. */
export interface OrderAnswer {
  order: Order
  metadata: OrderMetadata
}

/** The order in dollars, its lines by their kinds. */
export function presentOrder({
  lines,
  payments,
  subtotal,
  tax,
  credit_card_fee,
  total,
  ...order
}: OrderRow): OrderAnswer {
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
      payments: payments.map(presentPayment),
    },
    metadata: { template_data: { startup_fee: startupFee?.value ?? null } },
  }
}

/** A try to pay in dollars. The sum of its refunds is added in cents. */
function presentPayment({ value, refunds, ...payment }: OrderRow['payments'][number]): OrderPayment {
  const refunded = refunds.reduce((sum, refund) => sum + refund.value, 0)
  return {
    ...payment,
    value: toDollars(value),
    refunded: toDollars(refunded),
    refunds: refunds.map((refund) => ({ ...refund, value: toDollars(refund.value) })),
  }
}
