export { initialPurchase } from './commands/purchase.ts'
export { saveDetails } from './commands/save-details.ts'
