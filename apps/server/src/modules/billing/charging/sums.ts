import { shareOf, toRate } from '@archwire/contract/core/money.ts'
import type { OrderSums } from '../commands/add-order.ts'
import type { UnpaidOrder } from './schedule.ts'

/** What an order costs by a method: its subtotal and its tax stay, the card fee follows the method that pays (`billing/pay`). */
export function sumsBy(
  { subtotal_cents: subtotal, tax_cents: tax, card_fee_percent }: UnpaidOrderSums,
  method: 'card' | 'bank',
): OrderSums {
  const cardFee = method === 'card' ? shareOf(subtotal + tax, toRate(Number(card_fee_percent))) : 0
  return { subtotal, tax, cardFee, total: subtotal + tax + cardFee }
}
type UnpaidOrderSums = Pick<UnpaidOrder, 'subtotal_cents' | 'tax_cents' | 'card_fee_percent'>
