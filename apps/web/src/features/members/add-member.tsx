import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import { members as calls } from '@archwire/contract/client/members'
import { users } from '@archwire/contract/client/users'
import { invitableRoles } from '@archwire/contract/members/fields.ts'
import { roleLabels } from '@archwire/contract/roles.ts'
import type { UserSummary } from '@archwire/contract/users/schema.ts'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../lib/query.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { missing } from '../../ui/form/checks.ts'
import { Field } from '../../ui/form/field.tsx'
import { OwnPassword, passwordProblem, sentPassword, type WithPassword } from '../../ui/form/own-password.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { createForm, fieldId, useFormPart } from '../../ui/form/store.ts'
import { useQuestion } from '../../ui/form/use-record-dialog.ts'
import { FoundNote } from '../../ui/found-note.tsx'
import { PickList } from '../../ui/pick-list.tsx'
import type { OfOrganization, useMemberRights } from './rights.ts'
import styles from './members.module.css'

const searchDelayMs = 500

interface Values extends WithPassword {
  user_id: number | null
  role: (typeof invitableRoles)[number]
}

/** Owners have every right in the organization: the person who makes one proves who they are. */
const makesOwner = ({ role }: Values): boolean => role === 'organization_owner'

interface Props {
  organization: OfOrganization
  rights: ReturnType<typeof useMemberRights>
  /** Who belongs to it already. */
  members: readonly { id: number }[]
  onClose: () => void
}

/** Staff add a known person at once (`people/who-adds`). */
export function AddMember({ organization: { id, kind }, rights, members, onClose }: Props) {
  const { form, dialog } = useQuestion({
    route: calls.addMember,
    make: () =>
      createForm<Values>({
        initial: { user_id: null, role: 'organization_member', current_password: '' },
        validate: (values) => ({
          ...missing(values, 'user_id'),
          ...passwordProblem(values, makesOwner(values)),
        }),
      }),
    input: (values) => ({
      params: { id },
      body: { user_id: values.user_id!, role: values.role, ...(makesOwner(values) ? sentPassword(values) : {}) },
    }),
    onClose,
    stays: true,
  })
  const [person, setPerson] = useState<UserSummary | null>(null)
  const error = useFormPart(form, () => form.errorOf('user_id'))
  const owner = useFormPart(form, () => makesOwner(form.values()))
  const choose = (next: UserSummary | null) => {
    setPerson(next)
    form.set('user_id', next?.id ?? null)
  }
  const roles = invitableRoles.filter((role) => role !== 'organization_owner' || rights.decidesOwners)
  return (
    <FormDialog title="Add member" confirm="Add" {...dialog}>
      <p>A person who already has an account becomes a member at once. Invite everyone else by email.</p>
      <Field id={fieldId(form, 'user_id')} label="User" required group {...(error !== undefined && { error })}>
        {person ? (
          <div className={styles.chosen}>
            <span>
              {person.full_name}
              <small>{readableEmail(person.email)}</small>
            </span>
            <Button size="compact-sm" variant="default" onClick={() => choose(null)}>
              Choose another
            </Button>
          </div>
        ) : (
          <FoundUsers
            roles={kind === 'partner' ? 'lab_partner' : 'doctor,staff_member'}
            members={members}
            onPick={choose}
          />
        )}
      </Field>
      <SelectField
        form={form}
        name="role"
        label="Role"
        required
        options={roles.map((role) => ({ id: role, label: roleLabels[role] }))}
      />
      {owner && <OwnPassword form={form} name="current_password" help="Adding an owner needs your password." />}
    </FormDialog>
  )
}

interface FoundProps extends Pick<Props, 'members'> {
  roles: string
  onPick: (user: UserSummary) => void
}

function FoundUsers({ roles, members, onPick }: FoundProps) {
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), searchDelayMs)
  const found = useQuery({
    ...query(users.list, { query: { roles, searchFullNameEmailQuery: asked || undefined, perPage: '10' } }),
    placeholderData: keepPreviousData,
  })
  const people = found.data?.users ?? []
  const more = (found.data?.meta.total ?? 0) - people.length
  return (
    <div className={styles.found}>
      <PickList
        label="Users"
        options={people.map((user) => ({
          key: String(user.id),
          label: user.full_name,
          detail: readableEmail(user.email),
          ...(members.some(({ id }) => id === user.id) && { disabled: 'Already a member' }),
        }))}
        waiting={asked !== text.trim() || found.isFetching}
        onPick={({ key }) => {
          const picked = people.find(({ id }) => String(id) === key)
          if (picked) onPick(picked)
        }}
        search={{ value: text, onChange: setText, placeholder: 'Search by name or email' }}
      >
        <FoundNote shown={people.length} more={more} none="No user matches." found={found} />
      </PickList>
    </div>
  )
}
