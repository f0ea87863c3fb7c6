export { beginWaived } from './commands/begin.ts'
export { readsOrders } from './policy.ts'
export { productIds } from './products.ts'
