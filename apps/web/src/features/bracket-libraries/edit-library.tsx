import { bracketLibraries } from '@archwire/contract/client/bracket-libraries'
import { libraryFields } from '@archwire/contract/bracket-libraries/fields.ts'
import type { ListedLibrary } from '@archwire/contract/bracket-libraries/schema.ts'
import { useCall } from '../../lib/query.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { OvertakenNote, useRecordForm } from '../../ui/form/record-form.tsx'
import { createForm, useFormPart } from '../../ui/form/store.ts'
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
  const record = useRecordForm('bracket library', library, makeForm)
  const { form } = record
  const valid = useFormPart(form, () => Object.keys(form.problems()).length === 0)
  const save = useCall(bracketLibraries.update, {
    announce: 'aloud',
    onSuccess: () => {
      record.giveUp()
      onClose()
    },
    onError: record.refused,
  })
  const submit = () => {
    const { name, member_ids } = form.values()
    save.mutate({
      params: { id: organizationId, libraryId: library.id },
      body: { name: name.trim(), member_ids, version: record.version },
    })
  }
  return (
    <FormDialog
      opened
      title="Edit bracket library"
      confirm="Save"
      ready={record.changed && valid}
      busy={save.isPending}
      onConfirm={submit}
      onClose={onClose}
      onCancel={record.giveUp}
    >
      <OvertakenNote {...record} />
      <LibraryFields organizationId={organizationId} form={form} library={library} />
    </FormDialog>
  )
}
