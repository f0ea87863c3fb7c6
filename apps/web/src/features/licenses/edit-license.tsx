import { licenses } from '@archwire/contract/client/licenses'
import type { License } from '@archwire/contract/licenses/schema.ts'
import { licenseTypes, seatsProblem, type LicenseType } from '@archwire/contract/licenses/types.ts'
import { users } from '@archwire/contract/client/users'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/query.ts'
import { NumberField } from '../../ui/form/number-field.tsx'
import { FieldGroup, RecordForm } from '../../ui/form/record-form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { createForm } from '../../ui/form/store.ts'
import { usePart } from '../../ui/form/use-part.ts'

interface Values {
  license_type_id: LicenseType | null
  seats: number | null
  user_id: number | null
}
const makeForm = (license?: License) =>
  createForm<Values>({
    initial: {
      license_type_id: license?.license_type.id ?? null,
      seats: license?.seats ?? null,
      user_id: license?.user?.id ?? null,
    },
    validate: ({ seats }) => {
      const problem = seatsProblem(license?.license_type.id ?? 1, seats ?? 0)
      return problem === undefined ? {} : { seats: [problem] }
    },
  })

/** The types of licenses, to choose from. */
export const typeOptions = licenseTypes.map(({ id, name }) => ({ id, label: name }))

/** The seats that a license includes, and whose it is (`licenses/seats`, `licenses/one`). */
export function EditLicense({ license }: { license: License }) {
  const isStandard = license.license_type.id === 1
  const setsSeats = license.can.update_seats && !isStandard
  const members = useMembers(license.organization.id)
  const part = usePart({
    what: 'license',
    kept: license,
    make: makeForm,
    route: licenses.update,
    input: ({ seats, user_id }, version) => {
      const person = user_id === null || user_id === license.user?.id ? {} : { user_id }
      // What belongs to another right is not sent: it would be refused, also unchanged (`people/fields`).
      const included = setsSeats ? { seats: seats! } : {}
      return { params: { id: license.id }, body: { ...included, ...person, version } }
    },
    keptOf: (answer) => answer.license,
  })
  const { form } = part
  return (
    <RecordForm {...part}>
      <FieldGroup
        title="License"
        note={!license.can.update_seats && <p>Included seats are changed by people who manage invoices.</p>}
      >
        <SelectField form={form} name="license_type_id" label="License Type" options={typeOptions} readOnly />
        <NumberField
          form={form}
          name="seats"
          label="Seats"
          help={isStandard ? 'A Standard license has one.' : 'Included in the license, 1 to 500.'}
          readOnly={!setsSeats}
          required
        />
        <SelectField form={form} name="user_id" label="User" options={members} placeholder="No one" />
      </FieldGroup>
    </RecordForm>
  )
}

/** The people of a practice, by name; up to 500 of them (`people/picker`). */
export const useMembers = (organizationId: number | null): { id: number; label: string }[] =>
  useQuery({
    ...query(users.list, {
      query: { organizationId: organizationId ?? 0, roles: 'doctor,staff_member', perPage: 500 },
    }),
    enabled: organizationId !== null,
  }).data?.users.map(({ id, full_name }) => ({ id, label: full_name })) ?? []
