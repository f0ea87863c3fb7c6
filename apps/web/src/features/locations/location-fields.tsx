import { locationFields } from '@archwire/contract/locations/fields.ts'
import type { Location } from '@archwire/contract/locations/schema.ts'
import { countries, usStates } from '@archwire/contract/core/places.ts'
import type { ValuesOf } from '@archwire/contract/core/record-fields.ts'
import { useMemo } from 'react'
import { ManyField, type ManyOption } from '../../ui/form/many-field.tsx'
import { PhoneField } from '../../ui/form/phone-field.tsx'
import { FieldGroup, Wide } from '../../ui/form/record-form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { createForm, useFormPart, type Errors, type FormStore } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Note } from '../../ui/states.tsx'

export type LocationValues = ValuesOf<typeof locationFields.table>
const names = Object.keys(locationFields.table) as (keyof LocationValues)[]

/** In the USA the state is one of a list. */
const stateProblem = ({ state, country }: LocationValues): Errors<LocationValues> =>
  country === 'USA' && state.trim() !== '' && !usStates.some(({ id }) => id === state)
    ? { state: ['Choose a state.'] }
    : {}

export const makeLocationForm = (location?: Location): FormStore<LocationValues> =>
  createForm({
    initial: Object.fromEntries(
      names.map((name) => [name, location ? location[name] : (locationFields.table[name].usual ?? '')]),
    ) as unknown as LocationValues,
    validate: (values): Errors<LocationValues> => ({ ...locationFields.problems(values), ...stateProblem(values) }),
  })

const { input } = locationFields

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
          <TextField form={form} {...input('location_name')} label="Location Name" focusFirst />
        </Wide>
        <TextField form={form} {...input('first_name')} label="First Name" autoComplete="given-name" />
        <TextField form={form} {...input('last_name')} label="Last Name" autoComplete="family-name" />
        <TextField form={form} {...input('email')} label="Email" type="email" autoComplete="email" />
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
        <TextField {...field} {...input('street_address')} label="Street Address" autoComplete="address-line1" />
      </Wide>
      <Wide>
        <TextField
          {...field}
          {...input('street_address_line_2')}
          label="Street Address Line 2"
          autoComplete="address-line2"
        />
      </Wide>
      <TextField {...field} {...input('city')} label="City" autoComplete="address-level2" />
      {country === 'USA' ? (
        <SelectField {...field} name="state" label="State" required options={states} />
      ) : (
        <TextField {...field} name="state" label="State" help="Two letters." required maxLength={2} />
      )}
      <TextField {...field} {...input('zip_code')} label="Zip Code" autoComplete="postal-code" />
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
