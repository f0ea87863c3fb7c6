export { applyWaitingEvents } from './commands/apply-events.ts'
export { addMonthlyCode } from './commands/add-code.ts'
export { beginContract, beginWaived, waivedOrder } from './commands/begin.ts'
export { addOrder, type NewOrder, type OrderSums } from './commands/add-order.ts'
export { closeOrder, type ClosedOrder } from './commands/close-order.ts'
export { addPayment } from './commands/payments.ts'
export { payOrderAgain, startUpOrderJson, startUpOrderOf, type StartUpOrder } from './commands/start-up-order.ts'
export {
  declinedWords,
  isPaying,
  lastFailure,
  purchaseEffect,
  unansweredCharge,
  whilePaying,
} from './payment-in-progress.ts'
export { readsOrders } from './policy.ts'
export { productIds } from './products.ts'
export { feeTermsJson, readFeeTerms, startUpTerms, type FeeTerms } from './start-up-terms.ts'
