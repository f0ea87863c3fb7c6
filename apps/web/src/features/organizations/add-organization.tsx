import { organizations } from '@archwire/contract/client/organizations'
import type { EmptyOf } from '@archwire/contract/core/record-fields.ts'
import { organizationKinds, ownerFields } from '@archwire/contract/organizations/fields.ts'
import { changesIdentity } from '@archwire/contract/required-permissions.ts'
import type { Organization } from '@archwire/contract/organizations/schema.ts'
import { useRouter } from '@tanstack/react-router'
import { messageOf } from '../../lib/api.ts'
import { useCall } from '../../lib/query.ts'
import { allowed, useSession } from '../../lib/session.tsx'
import { missing, trimmed } from '../../ui/form/checks.ts'
import { ChoiceField, ToggleField } from '../../ui/form/choice-field.tsx'
import { FieldGroup, RecordForm, useRecordForm, Wide } from '../../ui/form/record-form.tsx'
import { createForm, useFormPart, type Errors } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Page } from '../../ui/page.tsx'
import { listPath, pageOf } from './paths.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** Why the start-up fee of a new organization was not waived, as its page says. */
    feeNotWaived?: string
  }
}

export type NewOrganization = EmptyOf<typeof ownerFields.table> & { no_startup_fee: boolean }

/** What is wrong with the fields of a new organization: a partner lab has a name. */
export const newOrganizationProblems = (values: NewOrganization): Errors<NewOrganization> => ({
  ...ownerFields.problems(values),
  ...missing(values, values.kind === 'partner' && 'organization'),
})

const makeForm = () =>
  createForm<NewOrganization>({
    initial: { ...ownerFields.empty(), no_startup_fee: false },
    // A partner lab has no fee.
    settle: (values) => (values.kind === 'partner' ? { ...values, no_startup_fee: false } : values),
    validate: newOrganizationProblems,
  })

const { input } = ownerFields

/** Makes an organization and its owner; the start-up fee is waived by a second call (`organizations/who-creates`). */
export function AddOrganization() {
  const { me } = useSession()
  const router = useRouter()
  const {
    saved: _,
    refused,
    ...record
  } = useRecordForm<Organization, NewOrganization>('organization', undefined, makeForm)
  const { form } = record
  const ofPartner = useFormPart(form, () => form.values().kind === 'partner')
  const open = (id: number, feeNotWaived?: string) =>
    router.navigate({ to: pageOf(id), ...(feeNotWaived !== undefined && { state: { feeNotWaived } }) })
  const waive = useCall(organizations.waiveStartupFee, { onError: () => true })
  const add = useCall(organizations.create, {
    onSuccess: async ({ organization }) => {
      const wanted = form.values().no_startup_fee
      record.giveUp()
      const failed = wanted
        ? await waive.mutateAsync({ params: { id: organization.id } }).then(() => undefined, messageOf)
        : undefined
      await open(organization.id, failed)
    },
    onError: refused,
  })
  const submit = () => {
    const { no_startup_fee: _, account_number, ...owner } = trimmed(form.values())
    add.mutate({ body: { ...owner, ...(account_number !== '' && { account_number }) } })
  }
  return (
    <Page
      title="Create Organization"
      above={{ label: 'Organizations', to: listPath }}
      subtitle="The owner gets an email with a link to choose a password."
      narrow
    >
      <RecordForm
        {...record}
        submit="Create"
        busy={add.isPending || waive.isPending}
        onSubmit={submit}
        onCancel={() => void router.navigate({ to: listPath })}
      >
        <FieldGroup title="Owner">
          <TextField form={form} {...input('first_name')} label="First Name" focusFirst />
          <TextField form={form} {...input('last_name')} label="Last Name" />
          <TextField form={form} {...input('email')} label="Email" type="email" autoComplete="off" />
          <TextField form={form} {...input('username')} label="Username" autoComplete="off" />
          {allowed(me, undefined, ...changesIdentity) && (
            <TextField
              form={form}
              {...input('account_number')}
              label="Account Number"
              help="Leave empty to use the next free one."
              autoComplete="off"
            />
          )}
        </FieldGroup>
        <FieldGroup title="Organization">
          {allowed(me, undefined, 'organizations.manage') && (
            <Wide>
              <ChoiceField form={form} name="kind" label="Kind" options={organizationKinds} />
            </Wide>
          )}
          <Wide>
            <TextField
              form={form}
              {...input('organization')}
              required={ofPartner}
              label={ofPartner ? 'Partner lab name' : 'Practice name'}
              help={ofPartner ? undefined : 'Leave empty to let the owner name it.'}
            />
          </Wide>
          {!ofPartner && (
            <Wide>
              <ToggleField
                form={form}
                name="no_startup_fee"
                label="No start-up fee"
                help="The practice can submit cases without paying the start-up fee."
              />
            </Wide>
          )}
        </FieldGroup>
      </RecordForm>
    </Page>
  )
}
