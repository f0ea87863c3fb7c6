import { postalAddress } from '../core/address-fields.ts'
import { email, fieldsOf, line } from '../core/record-fields.ts'

/** The fields of a billing address (`organizations/billing-address`). */
export const billingAddressFields = fieldsOf({
  first_name: line(100),
  last_name: line(100),
  email: email(),
  phone_number: line(30, { pattern: /^\+[1-9]\d{6,14}$/, words: 'Invalid phone number.' }),
  ...postalAddress,
})
