import { organizations } from '@archwire/contract/client/organizations'
import type { Organization } from '@archwire/contract/organizations/schema.ts'
import { useCall } from '../../lib/query.ts'
import { FieldGroup, RecordForm, useRecordForm, Wide } from '../../ui/form/record-form.tsx'
import { createForm } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'

const most = 10_000

const makeForm = (organization: Organization | undefined) =>
  createForm<{ management_notes: string }>({
    initial: { management_notes: organization?.management_notes ?? '' },
    validate: ({ management_notes: { length } }) =>
      length > most ? { management_notes: [`At most ${most} characters.`] } : {},
  })

/** What the lab notes about an organization, for staff alone (`organizations/notes`). */
export function ManagementNotes({ organization }: { organization: Organization }) {
  const { saved, refused, version, ...record } = useRecordForm('management note', organization, makeForm)
  const { form } = record
  const save = useCall(organizations.updateNotes, {
    onSuccess: (answer) => saved(answer.organization),
    onError: refused,
  })
  return (
    <RecordForm
      {...record}
      submit="Save"
      busy={save.isPending}
      among
      onSubmit={() => save.mutate({ params: { id: organization.id }, body: { ...form.values(), version } })}
      onCancel={record.takeTheirs}
    >
      <FieldGroup title="Management notes">
        <Wide>
          <TextField
            form={form}
            name="management_notes"
            label="Notes"
            help="Only staff of the lab read these notes."
            rows={8}
            readOnly={!organization.can.change_notes}
          />
        </Wide>
      </FieldGroup>
    </RecordForm>
  )
}
