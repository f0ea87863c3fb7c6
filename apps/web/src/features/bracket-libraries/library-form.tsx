import { bracketLibraries } from '@archwire/contract/client/bracket-libraries'
import { libraryFields } from '@archwire/contract/bracket-libraries/fields.ts'
import type { ListedLibrary } from '@archwire/contract/bracket-libraries/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/query.ts'
import { ManyField, type ManyOption } from '../../ui/form/many-field.tsx'
import type { FormStore } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'

export interface LibraryValues {
  name: string
  member_ids: number[]
}

/** The people whom a library can be assigned to, and those of it who have left. */
function useOptions(organizationId: number, library?: ListedLibrary): ManyOption[] | undefined {
  const { data } = useQuery(query(bracketLibraries.assignableMembers, { params: { id: organizationId } }))
  if (!data) return undefined
  const known = new Set(data.members.map(({ id }) => id))
  return [
    ...data.members.map(({ id, full_name: label, is_doctor }) => ({
      id,
      label,
      ...(is_doctor && { detail: 'Doctor' }),
    })),
    ...(library?.member_ids ?? []).filter((id) => !known.has(id)).map((id) => ({ id, label: 'Former member' })),
  ]
}

interface Props<V extends LibraryValues> {
  organizationId: number
  form: FormStore<V>
  library?: ListedLibrary
}

/** The name of a library, and whose it is. */
export function LibraryFields<V extends LibraryValues>({ organizationId, form, library }: Props<V>) {
  const own = form as unknown as FormStore<LibraryValues>
  const options = useOptions(organizationId, library)
  return (
    <>
      <TextField form={own} {...libraryFields.input('name')} label="Name" focusFirst />
      {options && (
        <ManyField
          form={own}
          name="member_ids"
          label="Assigned members"
          help="Only cases of these doctors can use it. Choose no one to offer it to everyone."
          none="This organization has no people yet."
          options={options}
        />
      )}
    </>
  )
}
