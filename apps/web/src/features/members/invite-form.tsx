import { members } from '@archwire/contract/client/members'
import { inviteFields, invitableRoles } from '@archwire/contract/members/fields.ts'
import type { ValuesOf } from '@archwire/contract/core/record-fields.ts'
import { roleLabels } from '@archwire/contract/roles.ts'
import { useCall } from '../../lib/query.ts'
import { allowed, useSession } from '../../lib/session.tsx'
import { missing, trimmed } from '../../ui/form/checks.ts'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
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

/** Nothing is chosen for the inviter: a person who is taken for a doctor could be given cases. */
type InviteValues = Omit<ValuesOf<typeof inviteFields.table>, 'is_doctor'> &
  WithPassword & { person: 'doctor' | 'staff' | null }

const people = [
  { id: 'doctor', label: 'Doctor' },
  { id: 'staff', label: 'Staff' },
] as const

/** An owner is invited with the inviter's own password. */
const asksForPassword = ({ role }: InviteValues): boolean => role === 'organization_owner'

const makeForm = (ofPartner: boolean) => () =>
  createForm<InviteValues>({
    initial: { email: '', username: '', role: 'organization_member', person: null, current_password: '' },
    settle: (values) => settlePassword(values, asksForPassword(values)),
    validate: (values): Errors<InviteValues> => ({
      ...inviteFields.problems({ ...values, is_doctor: values.person === 'doctor' }),
      ...missing(values, !ofPartner && 'person'),
      ...passwordProblem(values, asksForPassword(values)),
    }),
  })

const makePracticeForm = makeForm(false)
const makePartnerForm = makeForm(true)

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
    ofPartner ? makePartnerForm : makePracticeForm,
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
    const { person, current_password: _, ...values } = form.values()
    invite.mutate({
      params: { id: organizationId },
      body: { ...trimmed(values), is_doctor: person === 'doctor', ...sentPassword(form.values()) },
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
            <ChoiceField
              form={form}
              name="person"
              label="This person is"
              required
              options={people}
              help="Cases can be in a doctor’s name, not in that of staff."
            />
          </Wide>
        )}
        {asks && <OwnPassword form={form} name="current_password" help="Inviting an owner needs your password." />}
      </FieldGroup>
    </RecordForm>
  )
}
