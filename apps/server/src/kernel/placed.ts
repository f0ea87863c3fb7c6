import { placeProblems } from '@archwire/contract/core/address-fields.ts'
import { phoneIn } from '@archwire/contract/core/phone.ts'
import { Invalid } from './errors.ts'

interface Placed {
  state?: string | undefined
  country?: string | undefined
  phone_number?: string | undefined
}

/**
 * Fields of an address as they are stored: what depends on the country is right, and the phone number has its country
 * code. `before`: the stored address, of an edit; what an edit leaves as it was is not refused.
 * @throws Invalid
 */
export function placed<V extends Placed>(values: V, before?: { state: string; country: string }): V {
  const country = values.country ?? before?.country ?? 'USA'
  const state = values.state ?? before?.state
  const isNew = !before || state !== before.state || country !== before.country
  const { phone_number } = values
  const problems = placeProblems({
    country,
    ...(isNew && state !== undefined && { state }),
    ...(phone_number !== undefined && { phone_number }),
  })
  if (Object.keys(problems).length > 0) throw new Invalid(problems)
  return phone_number ? { ...values, phone_number: phoneIn(country, phone_number) } : values
}
