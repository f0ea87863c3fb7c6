import { members as calls } from '@archwire/contract/client/members'
import type { Member } from '@archwire/contract/members/schema.ts'
import { organizationRoles, roleLabels, type OrganizationRole } from '@archwire/contract/roles.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { HandOverField, handOverForm } from '../case/hand-over-field.tsx'
import { missing } from '../../ui/form/checks.ts'
import { OwnPassword } from '../../ui/form/own-password.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { createForm } from '../../ui/form/store.ts'
import { useQuestion } from '../../ui/form/use-record-dialog.ts'
import type { Asked } from './member-table.tsx'

interface Props extends Asked {
  organizationId: number
  members: readonly Member[]
  decidesOwners: boolean
  onClose: () => void
}

/** The question that belongs to a member's action. */
export function MemberDialog({ action, ...props }: Props) {
  if (action === 'change_role') return <ChangeRole {...props} />
  return action === 'remove' ? <RemoveMember {...props} /> : <HandOver {...props} />
}

type DialogProps = Omit<Props, 'action'>

/** A member's new role, with the own password (`people/who-changes-roles`). */
function ChangeRole({ organizationId, member, decidesOwners, onClose }: DialogProps) {
  const begun = member.pivot.role.name
  const { form, dialog } = useQuestion({
    route: calls.changeRole,
    make: () =>
      createForm<{ role: OrganizationRole | null; current_password: string }>({
        initial: { role: begun, current_password: '' },
        validate: (values) => missing(values, 'role', 'current_password'),
      }),
    ready: ({ role }) => role !== begun,
    input: ({ role, current_password }) => ({
      params: { id: organizationId },
      body: { user_id: member.id, role: role!, current_password },
    }),
    announce: 'aloud',
    onClose,
  })
  const roles = organizationRoles.filter((role) => role === begun || role !== 'organization_owner' || decidesOwners)
  return (
    <FormDialog title={`Change the role of ${member.full_name}?`} confirm="Change role" {...dialog}>
      <p>The new role applies at once, on open pages too.</p>
      <SelectField
        form={form}
        name="role"
        label="Role"
        required
        options={roles.map((id) => ({ id, label: roleLabels[id] }))}
      />
      <OwnPassword form={form} name="current_password" />
    </FormDialog>
  )
}

/** The other doctors, who can take the cases of this one. */
const othersOf = (members: readonly Member[], member: Member) =>
  members
    .filter(({ id, is_doctor }) => is_doctor && id !== member.id)
    .map(({ id, full_name }) => ({ id, label: full_name }))

/** Removes a member; the open cases of a doctor can go to another one (`people/who-removes`). */
function RemoveMember({ organizationId, member, members, onClose }: DialogProps) {
  const { form, dialog } = useQuestion({
    route: calls.removeMember,
    make: handOverForm,
    input: (values) => ({ params: { id: organizationId }, body: { user_id: member.id, ...values } }),
    onClose,
  })
  const doctors = member.is_doctor ? othersOf(members, member) : []
  return (
    <FormDialog title={`Remove ${member.full_name}?`} confirm="Remove" danger {...dialog}>
      <p>This member will lose access to the organization at once. The cases stay in the organization.</p>
      <p>
        Notifications stop going to this member’s email. Other addresses in the notification settings stay: check
        whether the member reads one of them.
      </p>
      {doctors.length > 0 && <HandOverField form={form} doctors={doctors} />}
    </FormDialog>
  )
}

/** Hands every case of a doctor to another one (`people/hand-over`). */
function HandOver({ organizationId, member, members, onClose }: DialogProps) {
  const { form, dialog } = useQuestion({
    route: calls.handOverPatients,
    make: () =>
      createForm<{ to_user_id: number | null }>({
        initial: { to_user_id: null },
        validate: (values) => missing(values, 'to_user_id'),
      }),
    input: ({ to_user_id }) => ({
      params: { id: organizationId },
      body: { from_user_id: member.id, to_user_id: to_user_id! },
    }),
    onClose,
  })
  return (
    <FormDialog title={`Hand over the cases of ${member.full_name}?`} confirm="Hand over" {...dialog}>
      <p>All cases of this doctor in the organization go to the doctor you choose. Their history will show it.</p>
      <SelectField
        form={form}
        name="to_user_id"
        label="Hand over to"
        required
        placeholder="Choose…"
        options={othersOf(members, member)}
      />
    </FormDialog>
  )
}
