import { organizations } from '@archwire/contract/client/organizations'
import type { Organization } from '@archwire/contract/organizations/schema.ts'
import { FieldGroup, RecordForm, Wide } from '../../ui/form/record-form.tsx'
import { createForm } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { usePart } from '../../ui/form/use-part.ts'

const most = 10_000

const makeForm = (organization: Organization | undefined) =>
  createForm<{ management_notes: string }>({
    initial: { management_notes: organization?.management_notes ?? '' },
    validate: ({ management_notes: { length } }) =>
      length > most ? { management_notes: [`At most ${most} characters.`] } : {},
  })

/** What the lab notes about an organization, for staff alone (`organizations/notes`). */
export function ManagementNotes({ organization }: { organization: Organization }) {
  const part = usePart({
    what: 'management note',
    kept: organization,
    make: makeForm,
    route: organizations.updateNotes,
    input: (values, version) => ({ params: { id: organization.id }, body: { ...values, version } }),
    keptOf: (answer) => answer.organization,
  })
  return (
    <RecordForm {...part}>
      <FieldGroup title="Management notes">
        <Wide>
          <TextField
            form={part.form}
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
