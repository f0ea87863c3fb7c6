import type { FieldProps } from './field.tsx'
import type { KeysOf } from './store.ts'
import { TextField } from './text-field.tsx'

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
