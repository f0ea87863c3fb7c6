import { line } from './record-fields.ts'
import { countryCodes, stateLength } from './places.ts'

/** `+`, then 7 to 15 digits (`organizations/location-fields`); a longer text gets the same words. */
export const phoneNumber = () => line(30, { pattern: /^\+\d{7,15}$/, words: 'Invalid phone number.' })

/** A two-letter code, in capitals. */
export const state = () =>
  line(10, {
    check: ({ length }) => (length === stateLength ? undefined : `Must be exactly ${stateLength} characters.`),
    capitals: true,
  })

export const country = () => line(3, { check: (id) => (countryCodes.has(id) ? undefined : 'Unknown country.') })

/** Where a parcel or an invoice goes: the fields of every postal address. */
export const postalAddress = {
  street_address: line(),
  street_address_line_2: line().optional(),
  city: line(100),
  state: state(),
  country: country().usually('USA'),
  zip_code: line(20),
}
