export { addBillingAddress } from './commands/add.ts'
export { saveBillingAddress } from './commands/save.ts'
export { billingAddressOf } from './queries.ts'
