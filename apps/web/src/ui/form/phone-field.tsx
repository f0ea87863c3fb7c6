import type { FieldProps } from './field.tsx'
import type { KeysOf } from './store.ts'
import { TextField } from './text-field.tsx'

/** What is wrong with a telephone number: a plus, then 7 to 15 digits (`organizations/location-fields`). */
export const phoneProblem = (phone: string): { phone_number?: string[] } =>
  phone.trim() === '' || /^\+\d{7,15}$/.test(phone.trim()) ? {} : { phone_number: ['Invalid phone number.'] }

/** A telephone number without formatting characters. */
const tidyPhone = (text: string): string => text.replaceAll(/[^\d+]/g, '')

/** A telephone number with its country, formatted for people, stored as digits. */
export const PhoneField = <V extends object, K extends KeysOf<V, string>>(props: FieldProps<V, K>) => (
  <TextField<V, K>
    help="With the country code: +1 in the USA."
    {...props}
    type="tel"
    placeholder="+13035550142"
    maxLength={30}
    tidy={tidyPhone}
    autoComplete="tel"
  />
)
