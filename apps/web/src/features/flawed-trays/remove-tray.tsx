import { flawedTrays } from '@archwire/contract/client/flawed-trays'
import type { FlawedTray } from '@archwire/contract/requests/flawed-tray.ts'
import { ConfirmCall } from '../../ui/confirm-call.tsx'

interface Props {
  tray: FlawedTray
  /** Its arch. */
  name: string
  onClose: () => void
}

/** Asks before a tray is taken out of its request. */
export const RemoveTray = ({ tray, name, onClose }: Props) => (
  <ConfirmCall
    title="Are you sure you want to delete this item?"
    confirm="Delete tray"
    danger
    route={flawedTrays.remove}
    input={{ params: { id: tray.id } }}
    onClose={onClose}
  >
    <p>The {name.toLowerCase()} tray is no longer corrected. The case history shows who deleted it.</p>
  </ConfirmCall>
)

/** Asks before the corrected file of a tray is taken off (`corrections/corrected`). */
export function RemoveCorrected({ tray, name, onClose }: Props) {
  const { id, version, corrected_file: file } = tray
  return (
    <ConfirmCall
      title={`Are you sure you want to delete file ${file?.name ?? ''}?`}
      confirm="Remove"
      danger
      route={flawedTrays.update}
      input={{ params: { id }, body: { print: tray.print as 1 | 2 | 3, corrected_file_id: null, version } }}
      announce="aloud"
      onClose={onClose}
    >
      <p>
        The {name.toLowerCase()} tray will wait for a corrected file again. The case keeps this file among its STL
        files.
      </p>
    </ConfirmCall>
  )
}
