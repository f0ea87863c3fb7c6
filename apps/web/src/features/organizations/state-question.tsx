import { organizations } from '@archwire/contract/client/organizations'
import type { Organization } from '@archwire/contract/organizations/schema.ts'
import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { nameOf } from '../../lib/session.tsx'
import { dropWork } from '../../lib/unsaved-work.ts'
import { ConfirmCall } from '../../ui/confirm-call.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { missing } from '../../ui/form/checks.ts'
import { createForm } from '../../ui/form/store.ts'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'
import { useQuestion } from '../../ui/form/use-record-dialog.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import type { Question } from './organization-state.tsx'

interface Props {
  organization: Organization
  onClose: () => void
}

interface QuestionProps extends Props {
  question: Question
  onDeleted: () => unknown
}

/** Asks before the state of an organization changes, and says what happens to its members and cases. */
export function StateQuestion({ question, onDeleted, ...props }: QuestionProps) {
  switch (question) {
    case 'waive':
      return <Waive {...props} />
    case 'disable':
      return <Disable {...props} />
    case 'archive':
      return <Archive {...props} />
    case 'restore':
      return <Restore {...props} />
    case 'delete':
      return <Delete {...props} onDeleted={onDeleted} />
  }
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
const membersOf = ({ number_of_members: count }: Organization): string => counted(count, 'member', 'members')
const casesOf = ({ number_of_open_cases: count }: Organization): string => counted(count, 'open case', 'open cases')

const Waive = ({ organization, onClose }: Props) => (
  <ConfirmCall
    title={`Waive the start-up fee of ${nameOf(organization)}?`}
    confirm="Waive"
    route={organizations.waiveStartupFee}
    input={{ params: { id: organization.id } }}
    onClose={onClose}
  >
    <p>The practice will be able to submit cases. This cannot be undone.</p>
  </ConfirmCall>
)

function Disable({ organization, onClose }: Props) {
  // What the question was asked about.
  const [version] = useState(organization.version)
  const { form, dialog } = useFormDialog({
    route: organizations.update,
    recordId: organization.id,
    announce: 'aloud',
    make: () => createForm({ initial: { disabled_reason: '' }, validate: () => ({}) }),
    input: ({ disabled_reason }) => ({
      params: { id: organization.id },
      body: { disabled: true, disabled_reason, version },
    }),
    // Someone else changed it: it is asked anew, with what was typed.
    onRefused: (error) => error instanceof ApiError && error.status === 409 && onClose(),
    onDone: onClose,
  })
  return (
    <FormDialog {...dialog} title={`Disable ${nameOf(organization)}?`} confirm="Disable" danger onClose={onClose}>
      <p>
        Its {membersOf(organization)} will be able to sign in and read, but not change anything.
        {organization.number_of_open_cases > 0 && ` Its ${casesOf(organization)} will stay as they are.`} You can enable
        it again.
      </p>
      <TextField
        form={form}
        name="disabled_reason"
        label="Reason"
        help="Its members will read it above every page."
        maxLength={255}
        focusFirst
      />
    </FormDialog>
  )
}

function Archive({ organization, onClose }: Props) {
  const [version] = useState(organization.version)
  return (
    <ConfirmCall
      title={`Archive ${nameOf(organization)}?`}
      confirm="Archive"
      danger
      route={organizations.archive}
      input={{ params: { id: organization.id }, body: { version } }}
      onClose={onClose}
    >
      <p>Its {membersOf(organization)} will lose access at once.</p>
      <p>
        {organization.number_of_open_cases > 0
          ? `The lab can finish its ${casesOf(organization)}. New cases, prints and corrections will be refused.`
          : 'It has no open cases. New cases will be refused.'}
      </p>
      <p>The lab can restore it, with everything in it.</p>
    </ConfirmCall>
  )
}

function Restore({ organization, onClose }: Props) {
  const [version] = useState(organization.version)
  return (
    <ConfirmCall
      title={`Restore ${nameOf(organization)}?`}
      confirm="Restore"
      route={organizations.unArchive}
      input={{ params: { id: organization.id }, body: { version } }}
      onClose={onClose}
    >
      <p>
        Its {membersOf(organization)} will have access again, and new cases can be started.
        {organization.number_of_open_cases > 0 && ` Its ${casesOf(organization)} will continue as before.`}
      </p>
    </ConfirmCall>
  )
}

/** The name is typed to confirm, or the account number of an unnamed one (`organizations/deleted`). */
function Delete({ organization, onClose, onDeleted }: Props & { onDeleted: () => unknown }) {
  const name = nameOf(organization)
  const { form, dialog } = useQuestion({
    route: organizations.remove,
    make: () => createForm<{ name: string }>({ initial: { name: '' }, validate: (values) => missing(values, 'name') }),
    ready: (values) => values.name.trim() === name,
    input: (values) => ({ params: { id: organization.id }, body: { name: values.name.trim() } }),
    onClose,
    onDone: () => {
      // There is nothing left to save unsaved changes to.
      for (const what of ['organization', 'management note']) dropWork(`${what}:${organization.id}`)
      return onDeleted()
    },
  })
  return (
    <FormDialog title={`Delete ${name}?`} confirm="Delete" danger {...dialog}>
      <p>
        The organization, its locations and its settings are removed for good. Its {membersOf(organization)} will lose
        it. This cannot be undone.
      </p>
      <TextField form={form} name="name" label={`Type “${name}” to confirm`} autoComplete="off" required focusFirst />
    </FormDialog>
  )
}
