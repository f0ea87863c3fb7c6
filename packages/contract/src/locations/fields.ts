import { phoneNumber, postalAddress } from '../core/address-fields.ts'
import { email, fieldsOf, idList, name } from '../core/record-fields.ts'

/** The editable fields of a location (`organizations/location-fields`). */
export const locationFields = fieldsOf({
  location_name: name(),
  first_name: name(),
  last_name: name(),
  email: email(),
  phone_number: phoneNumber(),
  ...postalAddress,
  users: idList(200),
})
