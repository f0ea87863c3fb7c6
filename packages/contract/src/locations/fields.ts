import { phoneNumber, postalAddress } from '../core/address-fields.ts'
import { email, fieldsOf, idList, line } from '../core/record-fields.ts'

/** The editable fields of a location (`organizations/location-fields`). */
export const locationFields = fieldsOf({
  location_name: line(100),
  first_name: line(100),
  last_name: line(100),
  email: email(),
  phone_number: phoneNumber(),
  ...postalAddress,
  users: idList(200),
})
