import { postalAddress, stateText } from '@archwire/contract/core/address-fields.ts'
import { countries, statesOf, withoutPostalCodes } from '@archwire/contract/core/places.ts'
import { fieldsOf, type ValuesOf } from '@archwire/contract/core/record-fields.ts'
import { useMemo } from 'react'
import { trimmed } from './checks.ts'
import { Wide } from './record-form.tsx'
import { SelectField } from './select-field.tsx'
import { useFormPart, type FormStore } from './store.ts'
import { TextField } from './text-field.tsx'

/** The fields of a postal address, as a form holds them. */
export type AddressValues = ValuesOf<typeof postalAddress>

/** The same where a second line may be missing. */
type SomeAddress = Omit<AddressValues, 'street_address_line_2'>

/** What is sent of a form with an address: its texts trimmed, the code of a state in capitals. */
export const trimmedAddress = <V extends SomeAddress>(values: V): V => ({
  ...trimmed(values),
  state: stateText(values.state.trim()),
})

const { input } = fieldsOf(postalAddress)
const choose = { id: '', label: 'Choose…' }

interface Props<V extends SomeAddress> {
  form: FormStore<V>
  readOnly?: boolean
}

/**
 * Where a parcel or an invoice goes: the fields of a postal address, within a group of fields. A second line is asked for
 * where the form has one.
 */
export function AddressFields<V extends SomeAddress>({ form: whole, readOnly = false }: Props<V>) {
  const form = whole as unknown as FormStore<AddressValues>
  const country = useFormPart(form, () => form.values().country)
  const states = statesOf(country)
  const every = useMemo(() => countries(), [])
  const field = { form, readOnly }
  return (
    <>
      <Wide>
        <TextField {...field} {...input('street_address')} label="Street Address" autoComplete="address-line1" />
      </Wide>
      {'street_address_line_2' in form.values() && (
        <Wide>
          <TextField
            {...field}
            {...input('street_address_line_2')}
            label="Street Address Line 2"
            autoComplete="address-line2"
          />
        </Wide>
      )}
      <TextField {...field} {...input('city')} label="City" autoComplete="address-level2" />
      {states ? (
        <SelectField {...field} name="state" label="State" required options={[choose, ...states]} />
      ) : (
        <TextField {...field} {...input('state')} label="State" autoComplete="address-level1" />
      )}
      <TextField
        {...field}
        {...input('zip_code')}
        label="Zip Code"
        required={!withoutPostalCodes.has(country)}
        autoComplete="postal-code"
      />
      <SelectField
        {...field}
        name="country"
        label="Country"
        required
        options={every}
        // A state belongs to its country.
        onChange={() => form.set('state', '')}
      />
    </>
  )
}
