import { members as calls } from '@archwire/contract/client/members'
import type { Member } from '@archwire/contract/members/schema.ts'
import { organizationRoles, roleLabels, type OrganizationRole } from '@archwire/contract/roles.ts'
import { useState } from 'react'
import { useCall } from '../../lib/query.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { HandOverField, handOverForm } from '../case/hand-over-field.tsx'
import { OwnPassword } from '../../ui/form/own-password.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { createForm, refuseOrClose, useFormPart } from '../../ui/form/store.ts'
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
  const [form] = useState(() =>
    createForm<{ role: OrganizationRole | null; current_password: string }>({
      initial: { role: begun, current_password: '' },
      validate: ({ role, current_password }) => ({
        ...(role === null && { role: ['Required'] }),
        ...(current_password === '' && { current_password: ['Required'] }),
      }),
    }),
  )
  const ready = useFormPart(
    form,
    () => form.values().role !== begun && form.values().role !== null && form.values().current_password !== '',
  )
  const change = useCall(calls.changeRole, {
    announce: 'aloud',
    onSuccess: onClose,
    onError: refuseOrClose(form, onClose),
  })
  const roles = organizationRoles.filter((role) => role === begun || role !== 'organization_owner' || decidesOwners)
  return (
    <FormDialog
      opened
      title={`Change the role of ${member.full_name}?`}
      confirm="Change role"
      ready={ready}
      busy={change.isPending}
      onConfirm={() => {
        const { role, current_password } = form.values()
        change.mutate({ params: { id: organizationId }, body: { user_id: member.id, role: role!, current_password } })
      }}
      onClose={onClose}
    >
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
  const [form] = useState(handOverForm)
  const remove = useCall(calls.removeMember, { onSuccess: onClose, onError: refuseOrClose(form, onClose) })
  const doctors = member.is_doctor ? othersOf(members, member) : []
  return (
    <FormDialog
      opened
      title={`Remove ${member.full_name}?`}
      confirm="Remove"
      danger
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate({ params: { id: organizationId }, body: { user_id: member.id, ...form.values() } })
      }
      onClose={onClose}
    >
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
  const [form] = useState(() =>
    createForm<{ to_user_id: number | null }>({
      initial: { to_user_id: null },
      validate: ({ to_user_id }) => (to_user_id === null ? { to_user_id: ['Required'] } : {}),
    }),
  )
  const ready = useFormPart(form, () => form.values().to_user_id !== null)
  const handOver = useCall(calls.handOverPatients, { onSuccess: onClose, onError: refuseOrClose(form, onClose) })
  return (
    <FormDialog
      opened
      title={`Hand over the cases of ${member.full_name}?`}
      confirm="Hand over"
      ready={ready}
      busy={handOver.isPending}
      onConfirm={() =>
        handOver.mutate({
          params: { id: organizationId },
          body: { from_user_id: member.id, to_user_id: form.values().to_user_id! },
        })
      }
      onClose={onClose}
    >
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
