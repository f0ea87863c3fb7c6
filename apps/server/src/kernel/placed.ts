import { placeProblems } from '@archwire/contract/core/address-fields.ts'
import { phoneIn } from '@archwire/contract/core/phone.ts'
import { postalCodeIn } from '@archwire/contract/core/places.ts'
import { Invalid } from './errors.ts'

interface Placed {
  state?: string | undefined
  zip_code?: string | undefined
  country?: string | undefined
  phone_number?: string | undefined
}

/**
 * Fields of an address as they are stored: what depends on the country is right, the phone number has its country code
 * and a postal code its form. `before`: the stored address, of an edit; what an edit leaves as it was is not refused.
 * @throws Invalid
 */
export function placed<V extends Placed>(values: V, before?: { state: string; zip_code: string; country: string }): V {
  const country = values.country ?? before?.country ?? 'USA'
  /** The value of a field that is to be checked: one that is new, or is in another country now. */
  const checked = (name: 'state' | 'zip_code') => {
    const value = values[name] ?? before?.[name]
    const isNew = !before || value !== before[name] || country !== before.country
    return isNew && value !== undefined ? { [name]: value } : {}
  }
  const { phone_number, zip_code } = values
  const problems = placeProblems({
    country,
    ...checked('state'),
    ...checked('zip_code'),
    ...(phone_number !== undefined && { phone_number }),
  })
  if (Object.keys(problems).length > 0) throw new Invalid(problems)
  return {
    ...values,
    ...(phone_number && { phone_number: phoneIn(country, phone_number) }),
    ...(zip_code && { zip_code: postalCodeIn(country, zip_code) ?? zip_code }),
  }
}
