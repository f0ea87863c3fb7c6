import { line, optionalLine } from './fields.ts'
import { countryCodes, stateLength } from './places.ts'

/** `+`, then 7 to 15 digits (`organizations/location-fields`). */
export const phoneNumber = () => line(16).regex(/^\+\d{7,15}$/, 'Invalid phone number.')

/** A two-letter code, in capitals. */
export const state = () =>
  line(10)
    .refine((value) => value.length === stateLength, `Must be exactly ${stateLength} characters.`)
    .transform((value) => value.toUpperCase())

export const country = () => line(3).refine((value) => countryCodes.has(value), 'Unknown country.')

/** Where a parcel or an invoice goes: the fields of every postal address. */
export const postalAddress = {
  street_address: line(),
  street_address_line_2: optionalLine(),
  city: line(100),
  state: state(),
  country: country(),
  zip_code: line(20),
}
