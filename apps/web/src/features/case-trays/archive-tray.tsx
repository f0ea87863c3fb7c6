import { caseTrays } from '@archwire/contract/client/case-trays'
import type { CaseTraySummary } from '@archwire/contract/case-trays/schema.ts'
import { ConfirmCall } from '../../ui/confirm-call.tsx'

/** Asks before a tray is archived together with its cases (`trays/archive`). */
export function ArchiveTray({
  tray,
  onClose,
}: {
  tray: Pick<CaseTraySummary, 'id' | 'tray_number' | 'patients'>
  onClose: () => void
}) {
  const going = tray.patients.filter(({ deleted_at }) => deleted_at === null)
  return (
    <ConfirmCall
      title={`Archive tray ${tray.tray_number}?`}
      confirm="Archive Tray"
      danger
      route={caseTrays.archive}
      input={{ params: { id: tray.id } }}
      onClose={onClose}
    >
      <p>Confirming this action will archive this tray together with all its cases.</p>
      {going.length > 0 && <p>{going.map(({ formatted_name }) => formatted_name).join(' · ')}</p>}
    </ConfirmCall>
  )
}
