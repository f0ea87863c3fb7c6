import { users } from '@archwire/contract/client/users'
import { counted } from '@archwire/contract/core/counted.ts'
import type { User } from '@archwire/contract/users/schema.ts'
import { useQueries } from '@tanstack/react-query'
import { query } from '../../lib/query.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { HandOverField, handOverForm } from '../case/hand-over-field.tsx'
import { useQuestion } from '../../ui/form/use-record-dialog.ts'

/** Archives a person; their open cases can go to another doctor (`people/archived`). */
export function ArchiveUser({ user, onClose }: { user: User; onClose: () => void }) {
  const { form, dialog } = useQuestion({
    route: users.archive,
    make: handOverForm,
    input: (values) => ({ params: { id: user.id }, body: { ...values, version: user.version } }),
    onClose,
  })
  const openCases = user.organizations.reduce((sum, { open_cases }) => sum + open_cases, 0)
  const doctors = useDoctors(user)
  return (
    <FormDialog title={`Archive ${user.full_name}?`} confirm="Archive" danger {...dialog}>
      <p>The user is signed out everywhere and cannot sign in until restored.</p>
      {openCases > 0 && (
        <>
          <p>
            {counted(openCases, 'open case is', 'open cases are')} under this name.
            {doctors?.length === 0 && ' No other doctor of the organization can take them, so they stay there.'}
          </p>
          {doctors !== undefined && doctors.length > 0 && <HandOverField form={form} doctors={doctors} />}
        </>
      )}
    </FormDialog>
  )
}

/** The doctors of the organizations in which the person has open cases; undefined until known. */
export function useDoctors(user: User): { id: number; label: string }[] | undefined {
  const answers = useQueries({
    queries: user.organizations
      .filter(({ open_cases }) => open_cases > 0)
      .map(({ id }) => query(users.list, { query: { organizationId: String(id), roles: 'doctor', perPage: '200' } })),
  })
  if (answers.some(({ isPending }) => isPending)) return undefined
  const found = answers.flatMap(({ data }) => data?.users ?? []).filter(({ id }) => id !== user.id)
  return [...new Map(found.map(({ id, full_name }) => [id, { id, label: full_name }])).values()]
}
