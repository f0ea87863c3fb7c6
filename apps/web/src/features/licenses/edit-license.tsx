import { licenses } from '@archwire/contract/client/licenses'
import type { License } from '@archwire/contract/licenses/schema.ts'
import { seatsProblem } from '@archwire/contract/licenses/types.ts'
import { organizations } from '@archwire/contract/client/organizations'
import { useQuery } from '@tanstack/react-query'
import { query, useCall } from '../../lib/query.ts'
import { NumberField } from '../../ui/form/number-field.tsx'
import { FieldGroup, RecordForm, useRecordForm } from '../../ui/form/record-form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { createForm } from '../../ui/form/store.ts'

interface Values {
  seats: number | null
  user_id: number | null
}
const makeForm = (license?: License) =>
  createForm<Values>({
    initial: { seats: license?.seats ?? null, user_id: license?.user?.id ?? null },
    validate: ({ seats }) => {
      const problem = seatsProblem(license?.license_type.id ?? 1, seats ?? 0)
      return problem === undefined ? {} : { seats: [problem] }
    },
  })

/** The seats that a license includes, and whose it is (`licenses/seats`, `licenses/one`). */
export function EditLicense({ license }: { license: License }) {
  const { saved, refused, version, takeTheirs, ...record } = useRecordForm('license', license, makeForm)
  const { form } = record
  const members = useMembers(license.organization.id)
  const save = useCall(licenses.update, { onSuccess: (answer) => saved(answer.license), onError: refused })
  const submit = () => {
    const { seats, user_id } = form.values()
    const person = user_id === null || user_id === license.user?.id ? {} : { user_id }
    save.mutate({ params: { id: license.id }, body: { seats: seats!, ...person, version } })
  }
  return (
    <RecordForm
      {...record}
      takeTheirs={takeTheirs}
      submit="Save"
      busy={save.isPending}
      onSubmit={submit}
      onCancel={takeTheirs}
      among
    >
      <FieldGroup title="License">
        <NumberField
          form={form}
          name="seats"
          label="Seats"
          help={license.license_type.id === 1 ? 'A Standard license has one.' : 'Included in the license, 1 to 500.'}
          readOnly={license.license_type.id === 1}
          required
        />
        <SelectField form={form} name="user_id" label="User" options={members} placeholder="No one" />
      </FieldGroup>
    </RecordForm>
  )
}

/** The people of a practice, by name. */
export const useMembers = (organizationId: number | null): { id: number; label: string }[] =>
  useQuery({
    ...query(organizations.listMembers, { params: { id: organizationId ?? 0 } }),
    enabled: organizationId !== null,
  }).data?.members.map(({ id, full_name }) => ({ id, label: full_name })) ?? []
