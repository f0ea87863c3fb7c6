import { flawedTrays } from '@archwire/contract/client/flawed-trays'
import type { FlawedTray } from '@archwire/contract/requests/flawed-tray.ts'
import { useCall } from '../../lib/query.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'

interface Props {
  tray: FlawedTray
  /** Its arch. */
  name: string
  onClose: () => void
}

/** Asks before a tray is taken out of its request. */
export function RemoveTray({ tray, name, onClose }: Props) {
  const remove = useCall(flawedTrays.remove, { onSuccess: onClose, onError: onClose })
  return (
    <ConfirmDialog
      opened
      title="Are you sure you want to delete this item?"
      confirm="Delete tray"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: tray.id } })}
      onClose={onClose}
    >
      <p>The {name.toLowerCase()} tray is no longer corrected. The case history shows who deleted it.</p>
    </ConfirmDialog>
  )
}

/** Asks before the corrected file of a tray is taken off (`corrections/corrected`). */
export function RemoveCorrected({ tray, name, onClose }: Props) {
  const update = useCall(flawedTrays.update, { announce: 'aloud', onSuccess: onClose, onError: onClose })
  const { id, version, corrected_file: file } = tray
  return (
    <ConfirmDialog
      opened
      title={`Are you sure you want to delete file ${file?.name ?? ''}?`}
      confirm="Remove"
      danger
      busy={update.isPending}
      onConfirm={() =>
        update.mutate({ params: { id }, body: { print: tray.print as 1 | 2 | 3, corrected_file_id: null, version } })
      }
      onClose={onClose}
    >
      <p>
        The {name.toLowerCase()} tray will wait for a corrected file again. The case keeps this file among its STL
        files.
      </p>
    </ConfirmDialog>
  )
}
