import { phoneNumber, postalAddress } from '../core/address-fields.ts'
import { refusingCardNumbers } from '../core/card-number.ts'
import { email, fieldsOf, name } from '../core/record-fields.ts'

/** The fields of a billing address (`organizations/billing-address`). */
const billingAddress = {
  first_name: name(),
  last_name: name(),
  email: email(),
  phone_number: phoneNumber({ zero: false }),
  ...postalAddress,
}

export const billingAddressFields = fieldsOf(refusingCardNumbers(billingAddress, 'phone_number'))
