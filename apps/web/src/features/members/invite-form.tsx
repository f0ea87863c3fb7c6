import { members } from '@archwire/contract/client/members'
import { inviteFields, invitableRoles } from '@archwire/contract/members/fields.ts'
import type { ValuesOf } from '@archwire/contract/core/record-fields.ts'
import { roleLabels } from '@archwire/contract/roles.ts'
import { useCall } from '../../lib/query.ts'
import { allowed, useSession } from '../../lib/session.tsx'
import { ToggleField } from '../../ui/form/choice-field.tsx'
import { FieldGroup, RecordForm, useRecordForm, Wide } from '../../ui/form/record-form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { createForm, focusField, useFormPart, type Errors } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import {
  OwnPassword,
  passwordProblem,
  sentPassword,
  settlePassword,
  type WithPassword,
} from '../../ui/form/own-password.tsx'

type InviteValues = ValuesOf<typeof inviteFields.table> & WithPassword

/** An owner is invited with the inviter's own password. */
const asksForPassword = ({ role }: InviteValues): boolean => role === 'organization_owner'

const makeForm = () =>
  createForm<InviteValues>({
    initial: { email: '', username: '', role: 'organization_member', is_doctor: true, current_password: '' },
    settle: (values) => settlePassword(values, asksForPassword(values)),
    validate: (values): Errors<InviteValues> => ({
      ...inviteFields.problems(values),
      ...passwordProblem(values, asksForPassword(values)),
    }),
  })

const { input } = inviteFields

interface Props {
  organizationId: number
  /** A partner lab: its people get the role of a lab partner. */
  ofPartner: boolean
}

/** Invites a person by email. Owners are invited by owners, and by those who manage organizations. */
export function InviteForm({ organizationId, ofPartner }: Props) {
  const { me } = useSession()
  const own = me.organizations.find(({ id }) => id === organizationId)
  const { refused, saved, ...record } = useRecordForm<{ id: number; version: number }, InviteValues>(
    'invitation',
    undefined,
    makeForm,
  )
  const { form } = record
  const asks = useFormPart(form, () => asksForPassword(form.values()))
  const roles = invitableRoles.filter(
    (role) =>
      role !== 'organization_owner' || own?.pivot.role.name === role || allowed(me, undefined, 'organizations.manage'),
  )
  /** An empty form, for the next person. */
  const again = () => {
    focusField(form, 'email')
    record.takeTheirs()
  }
  const invite = useCall(members.invite, {
    onSuccess: () => {
      focusField(form, 'email')
      saved(undefined)
    },
    onError: refused,
  })
  const submit = () => {
    const { email, username, role, is_doctor } = form.values()
    invite.mutate({
      params: { id: organizationId },
      body: {
        email: email.trim(),
        username: username.trim(),
        role,
        is_doctor: is_doctor && !ofPartner,
        ...sentPassword(form.values()),
      },
    })
  }
  return (
    <RecordForm
      {...record}
      creates={false}
      submit="Invite"
      busy={invite.isPending}
      among
      onSubmit={submit}
      onCancel={again}
    >
      <FieldGroup title="Invite a person">
        <TextField form={form} {...input('email')} label="Email" type="email" autoComplete="off" />
        <TextField form={form} {...input('username')} label="Username" autoComplete="off" />
        <SelectField
          form={form}
          name="role"
          label="Role"
          required
          options={roles.map((id) => ({ id, label: roleLabels[id] }))}
        />
        {!ofPartner && (
          <Wide>
            <ToggleField
              form={form}
              name="is_doctor"
              label="This person is a doctor"
              help="Cases can be in a doctor’s name. Other people of a practice are staff members."
            />
          </Wide>
        )}
        {asks && <OwnPassword form={form} name="current_password" help="Inviting an owner needs your password." />}
      </FieldGroup>
    </RecordForm>
  )
}
