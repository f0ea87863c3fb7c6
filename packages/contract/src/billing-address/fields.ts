import { phoneNumber, postalAddress } from '../core/address-fields.ts'
import { refusingCardNumbers } from '../core/card-number.ts'
import { email, fieldsOf, line } from '../core/record-fields.ts'

/** The fields of a billing address (`organizations/billing-address`). */
const billingAddress = {
  first_name: line(100),
  last_name: line(100),
  email: email(),
  phone_number: phoneNumber({ zero: false }),
  ...postalAddress,
}

export const billingAddressFields = fieldsOf(refusingCardNumbers(billingAddress, 'phone_number'))
