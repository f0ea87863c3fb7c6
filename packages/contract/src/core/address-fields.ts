import { line } from './record-fields.ts'
import { required } from './text.ts'
import { barePhone, invalidPhone, noCountryCode, phoneIn, phoneProblem } from './phone.ts'
import { countryCodes, postalCodeIn, stateLength, statesOf, withoutPostalCodes } from './places.ts'

/** A phone number (`organizations/phone`); `+0` is refused where `zero` is not set. */
export const phoneNumber = ({ zero = true } = {}) =>
  line(40, {
    check: (text) => phoneProblem(text) ?? (!zero && barePhone(text).startsWith('+0') ? invalidPhone : undefined),
    settle: barePhone,
  })

/** A state: in the USA and Canada a code of two letters (`placeProblems`), elsewhere free and often none. */
export const state = () => line(40, { settle: stateText }).optional()

/** How a state is written: codes of two or three letters in capitals, names as they are. */
export const stateText = (text: string): string => (/^[a-z]{2,3}$/i.test(text) ? text.toUpperCase() : text)

/** A ZIP or postal code; `placeProblems` says where it is needed, and how it is written. */
export const postalCode = () => line(20).optional()

export const country = () => line(3, { check: (id) => (countryCodes.has(id) ? undefined : 'Unknown country.') })

/** Where a parcel or an invoice goes: the fields of every postal address. */
export const postalAddress = {
  street_address: line(),
  street_address_line_2: line().optional(),
  city: line(100),
  state: state(),
  country: country().usually('USA'),
  zip_code: postalCode(),
}

interface Placed {
  country: string | null
  state?: string | null
  zip_code?: string | null
  phone_number?: string | null
}

const zipWords: Record<string, string> = {
  USA: 'Enter a ZIP code like 80202 or 80202-1234.',
  CAN: 'Enter a postal code like K1A 0B1.',
}

function stateProblem(country: string, state: string): string | undefined {
  const known = statesOf(country)
  const id = state.trim().toUpperCase()
  if (!known) return undefined
  if (id === '') return required
  if (id.length !== stateLength) return `Must be exactly ${stateLength} characters.`
  return known.some((one) => one.id === id) ? undefined : 'Choose a state.'
}

function zipProblem(country: string, zip: string): string | undefined {
  if (zip.trim() === '') return withoutPostalCodes.has(country) ? undefined : required
  return postalCodeIn(country, zip) === undefined ? zipWords[country] : undefined
}

/**
 * What is wrong with fields that depend on the country of their address: in the USA and Canada the state is one of a list
 * (`organizations/states`) and the ZIP code has its form, elsewhere both are free, a ZIP code is needed where the country
 * has any, and a phone number has its country code (`organizations/phone`).
 */
export function placeProblems({
  country,
  state,
  zip_code,
  phone_number,
}: Placed): Partial<Record<keyof Placed, string[]>> {
  if (!country) return {}
  const phone = phone_number?.trim()
  const problems = {
    state: typeof state === 'string' ? stateProblem(country, state) : undefined,
    zip_code: typeof zip_code === 'string' ? zipProblem(country, zip_code) : undefined,
    phone_number: phone && phoneIn(country, phone) === undefined ? noCountryCode : undefined,
  }
  return Object.fromEntries(Object.entries(problems).flatMap(([name, words]) => (words ? [[name, [words]]] : [])))
}
