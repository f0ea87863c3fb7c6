import { bracketLibraries } from '@archwire/contract/client/bracket-libraries'
import type { ListedLibrary } from '@archwire/contract/bracket-libraries/schema.ts'
import { dropWork } from '../../lib/unsaved-work.ts'
import { ConfirmCall } from '../../ui/confirm-call.tsx'

interface Props {
  organizationId: number
  library: ListedLibrary
  onClose: () => void
}

/** Asks before a bracket library is deleted. */
export function DeleteLibrary({ organizationId, library, onClose }: Props) {
  return (
    <ConfirmCall
      title={`Delete ${library.name}?`}
      confirm="Delete"
      danger
      route={bracketLibraries.remove}
      input={{ params: { id: organizationId, libraryId: library.id } }}
      onDone={() => {
        dropWork(`bracket library:${library.id}`)
        onClose()
      }}
      onClose={onClose}
    >
      <p>New cases can no longer choose it, and its file can no longer be downloaded. Cases that use it keep it.</p>
    </ConfirmCall>
  )
}
