export { receiveEvent } from './commands/receive-event.ts'
export { chargeTotal, OtherSumCharged } from './charge.ts'
export { chargeOrders, chargesOf, type Charged, type ChargedBy, type ChargeIntent } from './charging/charge-orders.ts'
export { sumsBy } from './charging/sums.ts'
export { fallBehind } from './charging/fall-behind.ts'
export { passBlockOn } from './charging/block.ts'
export { dueOn, isCharged, nextTry, retryDays, whyUnpayable, type UnpaidOrder } from './charging/schedule.ts'
export { unpaidJson, unpaidOrdersOf } from './charging/unpaid.sql.ts'
export { applyToLocked, applyWaitingEvents } from './commands/apply-events.ts'
export { beginContract, beginWaived, daysBeforeMonthly, waivedOrder } from './commands/begin.ts'
export { addMonthlyCode } from './commands/add-code.ts'
export { addOrder, type NewOrder, type OrderSums } from './commands/add-order.ts'
export { closeLocked, closeOrder, type ClosedOrder } from './commands/close-order.ts'
export { addPayment } from './commands/payments.ts'
export { settleOrder } from './commands/settle-order.ts'
export { settleStartUpFee, waiveStartUpFee } from './commands/settle-start-up-fee.ts'
export { payOrderAgain, startUpOrderJson, startUpOrderOf, type StartUpOrder } from './commands/start-up-order.ts'
export {
  declinedWords,
  isCharging,
  isPaying,
  isPurchasing,
  lastFailure,
  ordersEffect,
  purchaseEffect,
  unansweredCharge,
  whilePaying,
} from './payment-in-progress.ts'
export { boughtSeats, mostBoughtSeats, seatPrice } from './orders/seats.sql.ts'
export { paysFor, readsOrders, settlesOrders } from './policy.ts'
export { productIds } from './products.ts'
export { feeTermsJson, readFeeTerms, startUpTerms, type FeeTerms } from './start-up-terms.ts'
export { previewByHand } from './orders/by-hand.ts'
export { readOrder } from './orders/read.ts'
export { readable as readableOrders } from './orders/list.ts'
export { spendOf } from './orders/spend.ts'
export { presentPayment, type PaymentFacts } from './orders/present.ts'
