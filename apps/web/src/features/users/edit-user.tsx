import { users } from '@archwire/contract/client/users'
import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import { counted } from '@archwire/contract/core/counted.ts'
import { noRole, roleLabels, type UserRole } from '@archwire/contract/roles.ts'
import { userFields } from '@archwire/contract/users/fields.ts'
import type { User } from '@archwire/contract/users/schema.ts'
import { FieldGroup, RecordForm } from '../../ui/form/record-form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { createForm, useFormPart, type Errors, type FormStore } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useDoctors } from './archive-user.tsx'
import {
  OwnPassword,
  passwordProblem,
  sentPassword,
  settlePassword,
  type WithPassword,
} from '../../ui/form/own-password.tsx'
import { usePart } from '../../ui/form/use-part.ts'

export interface UserValues extends WithPassword {
  first_name: string
  last_name: string
  email: string
  username: string
  account_number: string
  role: UserRole | null
  /** Who takes the open cases of a doctor who becomes an assistant. */
  hand_over_to: number | null
}

/** The role of a person; null for none. */
export const roleOfUser = ({ roles: [role] }: Pick<User, 'roles'>): UserRole | null =>
  role && role.name !== noRole ? role.name : null

const valuesOf = (user: User): UserValues => ({
  first_name: user.first_name,
  last_name: user.last_name,
  email: readableEmail(user.email),
  username: user.username ?? '',
  account_number: user.account_number,
  role: roleOfUser(user),
  current_password: '',
  hand_over_to: null,
})

/** Whether a change asks for the editor's own password (`people/changed`). */
const asksForPassword = (begun: UserValues, values: UserValues): boolean =>
  values.email.trim().toLowerCase() !== begun.email.toLowerCase() || values.role !== begun.role

/** Whether a doctor, who may have patients, becomes an assistant, who has none (`people/hand-over`). */
const becomesAssistant = (begun: UserValues, values: UserValues): boolean =>
  begun.role === 'doctor' && values.role === 'staff_member'

/** The form of a person's fields. */
export function makeUserForm(user: User | undefined): FormStore<UserValues> {
  const begun = valuesOf(user!)
  return createForm<UserValues>({
    initial: begun,
    settle: (values) => settlePassword(values, asksForPassword(begun, values)),
    validate: (values): Errors<UserValues> => {
      const { role, ...problems } = userFields.problems(values)
      return {
        ...problems,
        // A person without a role may stay so.
        ...(role && values.role !== begun.role && { role }),
        ...passwordProblem(values, asksForPassword(begun, values)),
      }
    },
  })
}

const texts = ['first_name', 'last_name', 'email', 'username', 'account_number'] as const

/** What is sent of the form: what differs from the person, and the password where it is asked for. */
function changesOf(user: User, values: UserValues) {
  const begun = valuesOf(user)
  const changed = texts.filter((name) => values[name].trim() !== begun[name])
  return {
    ...Object.fromEntries(changed.map((name) => [name, values[name].trim()])),
    ...(values.role !== null && values.role !== begun.role && { role: values.role }),
    ...(becomesAssistant(begun, values) && values.hand_over_to !== null && { hand_over_to: values.hand_over_to }),
    ...sentPassword(values),
  }
}

const { input } = userFields

/** Changes a person's name, user name and, for those who may, email, account number and role. */
export function EditUser({ user }: { user: User }) {
  const part = usePart({
    what: 'user',
    kept: user,
    make: makeUserForm,
    route: users.update,
    input: (values, version) => ({ params: { id: user.id }, body: { ...changesOf(user, values), version } }),
    keptOf: (answer) => answer.user,
  })
  const { form } = part
  const begun = valuesOf(user)
  const asks = useFormPart(form, () => asksForPassword(begun, form.values()))
  const fixed = !user.can.update_identity
  const leavesCases = useFormPart(form, () => becomesAssistant(begun, form.values()))
  return (
    <RecordForm {...part}>
      <FieldGroup title="User">
        <TextField form={form} {...input('first_name')} label="First Name" />
        <TextField form={form} {...input('last_name')} label="Last Name" />
        <TextField form={form} {...input('email')} label="Email" type="email" readOnly={!user.can.change_email} />
        <TextField form={form} {...input('username')} label="Username" />
        <TextField form={form} {...input('account_number')} label="Account Number" readOnly={fixed} />
        <RoleField user={user} form={form} />
        {leavesCases && <OpenCases user={user} form={form} />}
        {asks && (
          <OwnPassword
            form={form}
            name="current_password"
            help="A new role signs the user out everywhere. A new email waits for a click in its mail and for 24 hours, unless the user has no password yet."
          />
        )}
      </FieldGroup>
    </RecordForm>
  )
}

/** The open cases of a doctor who becomes an assistant can go to another doctor, as where somebody leaves. */
function OpenCases({ user, form }: { user: User; form: FormStore<UserValues> }) {
  const openCases = user.organizations.reduce((sum, { open_cases }) => sum + open_cases, 0)
  const doctors = useDoctors(user)
  if (openCases === 0 || !doctors) return null
  return (
    <SelectField
      form={form}
      name="hand_over_to"
      label="Hand over open cases to"
      help={`${counted(openCases, 'open case is', 'open cases are')} under this name. A staff member is no patient’s doctor.`}
      placeholder="No one"
      options={doctors}
    />
  )
}

function RoleField({ user, form }: { user: User; form: FormStore<UserValues> }) {
  const own = roleOfUser(user)
  const roles = [...new Set([...(own ? [own] : []), ...user.grantable_roles])]
  return (
    <SelectField
      form={form}
      name="role"
      label="Role"
      required={own !== null}
      readOnly={!user.can.change_role}
      options={roles.map((id) => ({ id, label: roleLabels[id] }))}
      placeholder={own === null ? 'No role' : undefined}
    />
  )
}
