import { bracketLibraries } from '@archwire/contract/client/bracket-libraries'
import type { ListedLibrary } from '@archwire/contract/bracket-libraries/schema.ts'
import { useCall } from '../../lib/query.ts'
import { dropWork } from '../../lib/unsaved-work.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'

interface Props {
  organizationId: number
  library: ListedLibrary
  onClose: () => void
}

/** Asks before a bracket library is deleted. */
export function DeleteLibrary({ organizationId, library, onClose }: Props) {
  const remove = useCall(bracketLibraries.remove, {
    onSuccess: () => {
      dropWork(`bracket library:${library.id}`)
      onClose()
    },
    onError: onClose,
  })
  return (
    <ConfirmDialog
      opened
      title={`Delete ${library.name}?`}
      confirm="Delete"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: organizationId, libraryId: library.id } })}
      onClose={onClose}
    >
      <p>New cases can no longer choose it, and its file can no longer be downloaded. Cases that use it keep it.</p>
    </ConfirmDialog>
  )
}
