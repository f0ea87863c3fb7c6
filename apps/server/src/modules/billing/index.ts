export { beginWaived } from './commands/begin.ts'
export { applyWaitingEvents } from './commands/apply-events.ts'
export { readsOrders } from './policy.ts'
export { productIds } from './products.ts'
