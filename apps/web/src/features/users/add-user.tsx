import { users } from '@archwire/contract/client/users'
import type { EmptyOf } from '@archwire/contract/core/record-fields.ts'
import { isStaff, roleLabels, type UserRole } from '@archwire/contract/roles.ts'
import { userFields } from '@archwire/contract/users/fields.ts'
import { grantableRoles } from '@archwire/contract/users/granting.ts'
import type { User } from '@archwire/contract/users/schema.ts'
import { useRouter } from '@tanstack/react-router'
import { useCall } from '../../lib/query.ts'
import { roleOf, useSession } from '../../lib/session.tsx'
import { missing, trimmed } from '../../ui/form/checks.ts'
import { OrganizationField } from '../../ui/form/organization-field.tsx'
import { FieldGroup, RecordForm, useRecordForm, Wide } from '../../ui/form/record-form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { createForm, useFormPart, type Errors } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Page } from '../../ui/page.tsx'
import {
  OwnPassword,
  passwordProblem,
  sentPassword,
  settlePassword,
  type WithPassword,
} from '../../ui/form/own-password.tsx'
import { listPath, searchPath } from './users-path.ts'

/** Without an account number: the next free one is given. */
export type NewUser = Omit<EmptyOf<typeof userFields.table>, 'account_number'> &
  WithPassword & { organization_id: number | null }

/** What kind of organization a person of this role belongs to; null for none. */
const kindFor = (role: UserRole | null): 'practice' | 'partner' | null =>
  role === null || isStaff(role) ? null : role === 'lab_partner' ? 'partner' : 'practice'

/** A role of the lab's staff asks for the editor's own password. */
const asksForPassword = ({ role }: NewUser): boolean => isStaff(role)

/** What is wrong with a new person's fields: a lab partner needs an organization. */
export const newUserProblems = (values: NewUser): Errors<NewUser> => ({
  ...userFields.problems(values),
  ...missing(values, kindFor(values.role) === 'partner' && 'organization_id'),
  ...passwordProblem(values, asksForPassword(values)),
})

const { account_number: _, ...empty } = userFields.empty()

const makeForm = () =>
  createForm<NewUser>({
    initial: { ...empty, organization_id: null, current_password: '' },
    settle: (values) => settlePassword(values, asksForPassword(values)),
    validate: newUserProblems,
  })

const { input } = userFields

/** Adds a person, who gets a mail with a link to choose a password (`people/added`). */
export function AddUser() {
  const { me } = useSession()
  const router = useRouter()
  const { saved, refused, ...record } = useRecordForm<User, NewUser>('user', undefined, makeForm)
  const { form } = record
  const kind = useFormPart(form, () => kindFor(form.values().role))
  const asks = useFormPart(form, () => asksForPassword(form.values()))
  const role = roleOf(me)
  const roles = role === null ? [] : grantableRoles[role].map((id) => ({ id, label: roleLabels[id] }))
  const leave = (to: string) => void router.navigate({ to })
  const add = useCall(users.create, {
    onSuccess: ({ user }) => {
      saved(user)
      leave(searchPath)
    },
    onError: refused,
  })
  const submit = () => {
    const { current_password: _, role: chosen, ...values } = form.values()
    add.mutate({ body: { ...trimmed(values), role: chosen!, ...sentPassword(form.values()) } })
  }
  return (
    <Page
      title="Create User"
      above={{ label: 'Users', to: listPath }}
      subtitle="The new user gets an email with a link to choose a password."
      narrow
    >
      <RecordForm {...record} submit="Create" busy={add.isPending} onSubmit={submit} onCancel={() => leave(listPath)}>
        <FieldGroup title="User">
          <TextField form={form} {...input('first_name')} label="First Name" focusFirst />
          <TextField form={form} {...input('last_name')} label="Last Name" />
          <TextField form={form} {...input('email')} label="Email" type="email" />
          <TextField form={form} {...input('username')} label="Username" />
          <SelectField
            form={form}
            name="role"
            label="Role"
            required
            options={roles}
            placeholder="Choose…"
            // A practice is no partner lab: the choice belongs to its kind.
            onChange={(next) => {
              if (kindFor(next) !== kind) form.set('organization_id', null)
            }}
          />
          {asks && (
            <OwnPassword
              form={form}
              name="current_password"
              help="Adding someone to the lab’s staff needs your password."
            />
          )}
        </FieldGroup>
        {kind !== null && (
          <FieldGroup title="Organization">
            <Wide>
              <OrganizationField
                key={kind}
                form={form}
                name="organization_id"
                kind={kind}
                label={kind === 'partner' ? 'Partner lab' : 'Practice'}
                required={kind === 'partner'}
                help={kind === 'partner' ? undefined : 'Leave empty to add the user to a practice later.'}
              />
            </Wide>
          </FieldGroup>
        )}
      </RecordForm>
    </Page>
  )
}
