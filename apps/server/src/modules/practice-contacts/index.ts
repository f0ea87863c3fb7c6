export { saveBillingAddress } from './commands/save-billing-address.ts'
export { saveContacts } from './commands/save-contacts.ts'
export { lockPracticeState, permit, readPracticeState, type PracticeState } from './practice-state.ts'
export { billingAddressOf } from './queries.ts'
