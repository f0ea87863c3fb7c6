import { bracketLibraries } from '@archwire/contract/client/bracket-libraries'
import { libraryFields } from '@archwire/contract/bracket-libraries/fields.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { missing } from '../../ui/form/checks.ts'
import { createForm } from '../../ui/form/store.ts'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'
import { LibraryFile } from './library-file.tsx'
import { LibraryFields, type LibraryValues } from './library-form.tsx'

/** A new library: its file has arrived once it has a path. */
export interface NewLibrary extends LibraryValues {
  file_path: string
  file_name: string
}

const makeForm = () =>
  createForm<NewLibrary>({
    initial: { ...libraryFields.empty(), file_path: '', file_name: '' },
    validate: (values) => ({ ...libraryFields.problems(values), ...missing(values, 'file_path') }),
  })

/** Adds a bracket library with its file. */
export function AddLibrary({ organizationId, onClose }: { organizationId: number; onClose: () => void }) {
  const { form, dialog } = useFormDialog({
    route: bracketLibraries.create,
    recordId: organizationId,
    make: makeForm,
    input: ({ name, member_ids, file_path }) => ({
      params: { id: organizationId },
      body: { name: name.trim(), member_ids, file_path },
    }),
    onDone: onClose,
  })
  return (
    <FormDialog {...dialog} title="Add bracket library" confirm="Add library" onClose={onClose}>
      <LibraryFile organizationId={organizationId} form={form} />
      <LibraryFields organizationId={organizationId} form={form} />
    </FormDialog>
  )
}
