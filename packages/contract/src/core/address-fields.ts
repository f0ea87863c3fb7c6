import { line } from './record-fields.ts'
import { barePhone, invalidPhone, noCountryCode, phoneIn, phoneProblem } from './phone.ts'
import { countryCodes, stateLength, usStates } from './places.ts'

/** A phone number (`organizations/phone`); `+0` is refused where `zero` is not set. */
export const phoneNumber = ({ zero = true } = {}) =>
  line(40, {
    check: (text) => phoneProblem(text) ?? (!zero && barePhone(text).startsWith('+0') ? invalidPhone : undefined),
    settle: barePhone,
  })

/** A two-letter code, in capitals. */
export const state = () =>
  line(10, {
    check: (text) =>
      text.toUpperCase().length === stateLength ? undefined : `Must be exactly ${stateLength} characters.`,
    settle: (text) => text.toUpperCase(),
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

interface Placed {
  country: string | null
  state?: string | null
  phone_number?: string | null
}

/**
 * What is wrong with fields that depend on the country of their address: in the USA the state is one of a list
 * (`organizations/states`), elsewhere a phone number has its country code (`organizations/phone`).
 */
export function placeProblems({ country, state, phone_number }: Placed): Partial<Record<keyof Placed, string[]>> {
  const id = state?.trim().toUpperCase()
  const phone = phone_number?.trim()
  return {
    ...(country === 'USA' && id && !usStates.some((known) => known.id === id) && { state: ['Choose a state.'] }),
    ...(country && phone && phoneIn(country, phone) === undefined && { phone_number: [noCountryCode] }),
  }
}
