export { addBillingAddress } from './commands/add-billing-address.ts'
export { saveBillingAddress } from './commands/save-billing-address.ts'
export { saveContacts } from './commands/save-contacts.ts'
export { billingAddressOf } from './queries.ts'
