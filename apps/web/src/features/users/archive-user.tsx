import { users } from '@archwire/contract/client/users'
import { counted } from '@archwire/contract/core/counted.ts'
import type { User } from '@archwire/contract/users/schema.ts'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { query, useCall } from '../../lib/query.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { createForm, refuseAndFocus } from '../../ui/form/store.ts'

/** Archives a person; their open cases can go to another doctor (`people/archived`). */
export function ArchiveUser({ user, onClose }: { user: User; onClose: () => void }) {
  const [form] = useState(() =>
    createForm<{ hand_over_to: number | null }>({ initial: { hand_over_to: null }, validate: () => ({}) }),
  )
  const archive = useCall(users.archive, {
    onSuccess: onClose,
    onError: (error) => {
      if (refuseAndFocus(form, error)) return true
      onClose()
      return false
    },
  })
  const openCases = user.organizations.reduce((sum, { open_cases }) => sum + open_cases, 0)
  const doctors = useDoctors(user)
  const submit = () => archive.mutate({ params: { id: user.id }, body: { ...form.values(), version: user.version } })
  return (
    <FormDialog
      opened
      title={`Archive ${user.full_name}?`}
      confirm="Archive"
      danger
      busy={archive.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      <p>The user is signed out everywhere and cannot sign in until restored.</p>
      {openCases > 0 && (
        <>
          <p>
            {counted(openCases, 'open case is', 'open cases are')} under this name.
            {doctors?.length === 0 && ' No other doctor of the organization can take them, so they stay there.'}
          </p>
          {doctors !== undefined && doctors.length > 0 && (
            <SelectField
              form={form}
              name="hand_over_to"
              label="Hand over open cases to"
              help="Without a choice the cases stay under this name."
              placeholder="No one"
              options={doctors}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

/** The doctors of the organizations in which the person has open cases; undefined until known. */
function useDoctors(user: User): { id: number; label: string }[] | undefined {
  const answers = useQueries({
    queries: user.organizations
      .filter(({ open_cases }) => open_cases > 0)
      .map(({ id }) => query(users.list, { query: { organizationId: String(id), roles: 'doctor', perPage: '200' } })),
  })
  if (answers.some(({ isPending }) => isPending)) return undefined
  const found = answers.flatMap(({ data }) => data?.users ?? []).filter(({ id }) => id !== user.id)
  return [...new Map(found.map(({ id, full_name }) => [id, { id, label: full_name }])).values()]
}
