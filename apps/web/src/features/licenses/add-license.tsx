import { licenses } from '@archwire/contract/client/licenses'
import { entersMoney } from '@archwire/contract/required-permissions.ts'
import type { License } from '@archwire/contract/licenses/schema.ts'
import { seatsProblem, type LicenseType } from '@archwire/contract/licenses/types.ts'
import { useRouter } from '@tanstack/react-router'
import { useCall } from '../../lib/query.ts'
import { allowed, useSession } from '../../lib/session.tsx'
import { missing } from '../../ui/form/checks.ts'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { NumberField } from '../../ui/form/number-field.tsx'
import { OrganizationField } from '../../ui/form/organization-field.tsx'
import { FieldGroup, RecordForm, useRecordForm } from '../../ui/form/record-form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { createForm, useFormPart } from '../../ui/form/store.ts'
import { Page } from '../../ui/page.tsx'
import { typeOptions, useMembers } from './edit-license.tsx'
import { listPath, pageOf } from './paths.ts'

interface Values {
  organization_id: number | null
  user_id: number | null
  license_type_id: LicenseType
  seats: number | null
}
const makeForm = () =>
  createForm<Values>({
    initial: { organization_id: null, user_id: null, license_type_id: 1, seats: 1 },
    validate: (values) => {
      const problem = seatsProblem(values.license_type_id, values.seats ?? 0)
      return {
        ...missing(values, 'organization_id'),
        ...(problem !== undefined && { seats: [problem] }),
      }
    },
  })

/** Gives a license to a practice whose license was deleted (`licenses/one`). */
export function AddLicense() {
  const router = useRouter()
  const setsSeats = allowed(useSession().me, undefined, ...entersMoney)
  const { giveUp, refused, ...record } = useRecordForm<License, Values>('license', undefined, makeForm)
  const { form } = record
  const practice = useFormPart(form, () => form.values().organization_id)
  const members = useMembers(practice)
  const add = useCall(licenses.create, {
    onSuccess: ({ license }) => {
      giveUp()
      void router.navigate({ to: pageOf(license.id) })
    },
    onError: refused,
  })
  const submit = () => {
    const { organization_id, user_id, seats, license_type_id } = form.values()
    const person = user_id === null ? {} : { user_id }
    // Included seats are value: without the right, the license has one (`licenses/seats`).
    const included = setsSeats ? { seats: seats! } : {}
    add.mutate({ body: { organization_id: organization_id!, license_type_id, ...included, ...person } })
  }
  return (
    <Page title="Add License" above={{ label: 'Licenses', to: listPath }} narrow>
      <RecordForm
        {...record}
        submit="Add"
        busy={add.isPending}
        onSubmit={submit}
        onCancel={() => void router.navigate({ to: listPath })}
      >
        <FieldGroup title="License" note={<p>For a practice whose license was deleted. All others have one.</p>}>
          <OrganizationField
            form={form}
            name="organization_id"
            kind="practice"
            label="Practice"
            required
            onChange={() => form.set('user_id', null)}
          />
          <SelectField
            form={form}
            name="user_id"
            label="User"
            options={members}
            placeholder="The owner"
            help="Whose license it is."
          />
          <ChoiceField
            form={form}
            name="license_type_id"
            label="License Type"
            options={typeOptions}
            onChange={(type) => type === 1 && form.set('seats', 1)}
          />
          <NumberField
            form={form}
            name="seats"
            label="Seats"
            help={
              setsSeats
                ? 'Standard has one, Multi-seat 1 to 500.'
                : 'More than one is included by people who manage invoices.'
            }
            readOnly={!setsSeats}
            required
          />
        </FieldGroup>
      </RecordForm>
    </Page>
  )
}
