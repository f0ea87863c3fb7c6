import { placeProblems } from '@archwire/contract/core/address-fields.ts'
import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import { locationFields } from '@archwire/contract/locations/fields.ts'
import type { Location } from '@archwire/contract/locations/schema.ts'
import type { ValuesOf } from '@archwire/contract/core/record-fields.ts'
import { AddressFields } from '../../ui/form/address-fields.tsx'
import { ManyField, type ManyOption } from '../../ui/form/many-field.tsx'
import { PhoneField } from '../../ui/form/phone-field.tsx'
import { FieldGroup, Wide } from '../../ui/form/record-form.tsx'
import { createForm, type Errors, type FormStore } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Note } from '../../ui/states.tsx'

export type LocationValues = ValuesOf<typeof locationFields.table>
const names = Object.keys(locationFields.table) as (keyof LocationValues)[]

export const makeLocationForm = (location?: Location): FormStore<LocationValues> =>
  createForm({
    initial: {
      ...Object.fromEntries(
        names.map((name) => [name, location ? location[name] : (locationFields.table[name].usual ?? '')]),
      ),
      email: readableEmail(location?.email ?? ''),
    } as unknown as LocationValues,
    validate: (values): Errors<LocationValues> => ({ ...locationFields.problems(values), ...placeProblems(values) }),
  })

const { input } = locationFields

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
