import { bracketLibraries } from '@archwire/contract/client/bracket-libraries'
import { libraryFields } from '@archwire/contract/bracket-libraries/fields.ts'
import type { ListedLibrary } from '@archwire/contract/bracket-libraries/schema.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { OvertakenNote } from '../../ui/form/record-form.tsx'
import { createForm } from '../../ui/form/store.ts'
import { useRecordDialog } from '../../ui/form/use-record-dialog.ts'
import { LibraryFields, type LibraryValues } from './library-form.tsx'

const makeForm = (library?: ListedLibrary) =>
  createForm<LibraryValues>({
    initial: { name: library?.name ?? '', member_ids: library?.member_ids ?? [] },
    validate: (values) => libraryFields.problems(values),
  })

interface Props {
  organizationId: number
  library: ListedLibrary
  onClose: () => void
}

/** Renames a bracket library, or assigns it to people. */
export function EditLibrary({ organizationId, library, onClose }: Props) {
  const { record, form, dialog } = useRecordDialog({
    what: 'bracket library',
    record: library,
    make: makeForm,
    route: bracketLibraries.update,
    input: ({ name, member_ids }, version) => ({
      params: { id: organizationId, libraryId: library.id },
      body: { name: name.trim(), member_ids, version },
    }),
    announce: 'aloud',
    onClose,
  })
  return (
    <FormDialog title="Edit bracket library" confirm="Save" {...dialog}>
      <OvertakenNote {...record} />
      <LibraryFields organizationId={organizationId} form={form} library={library} />
    </FormDialog>
  )
}
