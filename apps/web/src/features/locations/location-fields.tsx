import type { Location } from '@archwire/contract/locations/schema.ts'
import { countries, usStates } from '@archwire/contract/core/places.ts'
import { useMemo } from 'react'
import { emailProblem, required } from '../../ui/form/checks.ts'
import { ManyField, type ManyOption } from '../../ui/form/many-field.tsx'
import { PhoneField, phoneProblem } from '../../ui/form/phone-field.tsx'
import { FieldGroup, Wide } from '../../ui/form/record-form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { createForm, useFormPart, type Errors, type FormStore } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Note } from '../../ui/states.tsx'

export type LocationValues = Pick<
  Location,
  | 'location_name'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'phone_number'
  | 'street_address'
  | 'street_address_line_2'
  | 'city'
  | 'state'
  | 'country'
  | 'zip_code'
  | 'users'
>

const empty: LocationValues = {
  location_name: '',
  first_name: '',
  last_name: '',
  email: '',
  phone_number: '',
  street_address: '',
  street_address_line_2: '',
  city: '',
  state: '',
  country: 'USA',
  zip_code: '',
  users: [],
}
const { street_address_line_2: _, users: __, ...requiredFields } = empty
const requiredNames = Object.keys(requiredFields) as (keyof typeof requiredFields)[]

/** The required fields of a location (`organizations/location-fields`), as the server checks them, too. */
function validate(values: LocationValues): Errors<LocationValues> {
  const { state, country } = values
  const isState = country === 'USA' ? usStates.some(({ id }) => id === state) : state.trim().length === 2
  return {
    ...(isState ? {} : { state: [country === 'USA' ? 'Choose a state.' : 'Must be exactly 2 characters.'] }),
    ...emailProblem(values.email),
    ...phoneProblem(values.phone_number),
    ...required(values, ...requiredNames),
  }
}

export const makeLocationForm = (location?: Location): FormStore<LocationValues> =>
  createForm({
    initial: location
      ? (Object.fromEntries(Object.keys(empty).map((name) => [name, location[name as keyof LocationValues]])) as never)
      : empty,
    validate,
  })

/** What is sent of a form: trimmed, telephone numbers without formatting. */
export function valuesOf(form: FormStore<LocationValues>): LocationValues {
  const values = form.values()
  const texts = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  ) as LocationValues
  return { ...texts, state: texts.state.toUpperCase() }
}

interface Props {
  form: FormStore<LocationValues>
  /** Who may be assigned; undefined until known. */
  people: readonly ManyOption[] | undefined
  /** Why the address is locked. */
  addressLocked?: string
}

/** The fields of a location, each with its error. */
export function LocationFields({ form, people, addressLocked }: Props) {
  return (
    <>
      <FieldGroup title="Location">
        <Wide>
          <TextField form={form} name="location_name" label="Location Name" required maxLength={100} focusFirst />
        </Wide>
        <TextField
          form={form}
          name="first_name"
          label="First Name"
          required
          maxLength={100}
          autoComplete="given-name"
        />
        <TextField form={form} name="last_name" label="Last Name" required maxLength={100} autoComplete="family-name" />
        <TextField form={form} name="email" label="Email" type="email" required maxLength={255} autoComplete="email" />
        <PhoneField form={form} name="phone_number" label="Phone Number" required />
      </FieldGroup>
      <FieldGroup title="Address" note={addressLocked && <Note>{addressLocked}</Note>}>
        <AddressFields form={form} readOnly={addressLocked !== undefined} />
      </FieldGroup>
      {people && (
        <FieldGroup title="People">
          <Wide>
            <ManyField
              form={form}
              name="users"
              label="Assigned users"
              help="Members see only their assigned locations. Members with none assigned see all locations."
              none="This organization has no people yet."
              options={people}
            />
          </Wide>
        </FieldGroup>
      )}
    </>
  )
}

const states = [{ id: '', label: 'Choose…' }, ...usStates]

function AddressFields({ form, readOnly }: { form: FormStore<LocationValues>; readOnly: boolean }) {
  const country = useFormPart(form, () => form.values().country)
  const every = useMemo(() => countries(), [])
  const field = { form, readOnly }
  return (
    <>
      <Wide>
        <TextField {...field} name="street_address" label="Street Address" required autoComplete="address-line1" />
      </Wide>
      <Wide>
        <TextField {...field} name="street_address_line_2" label="Street Address Line 2" autoComplete="address-line2" />
      </Wide>
      <TextField {...field} name="city" label="City" required maxLength={100} autoComplete="address-level2" />
      {country === 'USA' ? (
        <SelectField {...field} name="state" label="State" required options={states} />
      ) : (
        <TextField {...field} name="state" label="State" help="Two letters." required maxLength={2} />
      )}
      <TextField {...field} name="zip_code" label="Zip Code" required maxLength={20} autoComplete="postal-code" />
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
