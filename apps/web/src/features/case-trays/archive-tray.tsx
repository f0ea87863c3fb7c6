import { caseTrays } from '@archwire/contract/client/case-trays'
import type { CaseTraySummary } from '@archwire/contract/case-trays/schema.ts'
import { useCall } from '../../lib/query.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'

/** Asks before a tray is archived together with its cases (`trays/archive`). */
export function ArchiveTray({
  tray,
  onClose,
}: {
  tray: Pick<CaseTraySummary, 'id' | 'tray_number' | 'patients'>
  onClose: () => void
}) {
  const archive = useCall(caseTrays.archive, { onSuccess: onClose, onError: onClose })
  const going = tray.patients.filter(({ deleted_at }) => deleted_at === null)
  return (
    <ConfirmDialog
      opened
      title={`Archive tray ${tray.tray_number}?`}
      confirm="Archive Tray"
      danger
      busy={archive.isPending}
      onConfirm={() => archive.mutate({ params: { id: tray.id } })}
      onClose={onClose}
    >
      <p>Confirming this action will archive this tray together with all its cases.</p>
      {going.length > 0 && <p>{going.map(({ formatted_name }) => formatted_name).join(' · ')}</p>}
    </ConfirmDialog>
  )
}
