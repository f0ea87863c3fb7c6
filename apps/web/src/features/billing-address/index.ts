export { BillingAddress } from './billing-address.tsx'
