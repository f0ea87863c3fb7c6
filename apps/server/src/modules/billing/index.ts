export { applyWaitingEvents } from './commands/apply-events.ts'
export { beginContract, beginWaived, waivedOrder } from './commands/begin.ts'
export { addPayment } from './commands/payments.ts'
export {
  addStartUpOrder,
  payOrderAgain,
  startUpOrderJson,
  startUpOrderOf,
  type NewOrder,
  type OrderSums,
  type StartUpOrder,
} from './commands/start-up-order.ts'
export { declinedWords, isPaying, lastFailure, purchaseEffect, whilePaying } from './payment-in-progress.ts'
export { readsOrders } from './policy.ts'
export { productIds } from './products.ts'
export { feeTermsJson, readFeeTerms, startUpTerms, type FeeTerms } from './start-up-terms.ts'
