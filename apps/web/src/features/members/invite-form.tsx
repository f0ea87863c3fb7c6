import { members } from '@archwire/contract/client/members'
import { inviteFields, invitableRoles } from '@archwire/contract/members/fields.ts'
import type { ValuesOf } from '@archwire/contract/core/record-fields.ts'
import { roleLabels } from '@archwire/contract/roles.ts'
import { useCall } from '../../lib/query.ts'
import { allowed, useSession } from '../../lib/session.tsx'
import { ToggleField } from '../../ui/form/choice-field.tsx'
import { FieldGroup, RecordForm, useRecordForm, Wide } from '../../ui/form/record-form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { createForm, focusField } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'

type InviteValues = ValuesOf<typeof inviteFields.table>

const makeForm = () =>
  createForm<InviteValues>({
    initial: { email: '', username: '', role: 'organization_member', is_doctor: true },
    validate: (values) => inviteFields.problems(values),
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
  const { refused, ...record } = useRecordForm<{ id: number; version: number }, InviteValues>(
    'invitation',
    undefined,
    makeForm,
  )
  const { form } = record
  const roles = invitableRoles.filter(
    (role) =>
      role !== 'organization_owner' || own?.pivot.role.name === role || allowed(me, undefined, 'organizations.manage'),
  )
  /** An empty form, for the next person. */
  const again = () => {
    focusField(form, 'email')
    record.takeTheirs()
  }
  const invite = useCall(members.invite, { onSuccess: again, onError: refused })
  const submit = () => {
    const { email, username, ...values } = form.values()
    invite.mutate({
      params: { id: organizationId },
      body: { ...values, email: email.trim(), username: username.trim(), ...(ofPartner && { is_doctor: false }) },
    })
  }
  return (
    <RecordForm {...record} submit="Invite" busy={invite.isPending} among onSubmit={submit} onCancel={again}>
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
      </FieldGroup>
    </RecordForm>
  )
}
