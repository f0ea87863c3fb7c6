import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTechnicians, type Person } from '../case/technicians.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { PickList } from '../../ui/pick-list.tsx'
import { giveWork, type WorkOf } from './technician-calls.ts'

interface Props {
  row: WorkOf & Pick<PatientSummary, 'formatted_name'>
  /** Who has the work now. */
  present: Person | null
  onClose: () => void
}

/**
 * Gives the current work of a case in the list to one of the lab's people (`work/technician`). The choice of a person is
 * all that is asked: another one can be chosen at any time.
 */
export function AssignTechnician({ row, present, onClose }: Props) {
  const client = useQueryClient()
  const technicians = useTechnicians()
  const [busy, setBusy] = useState(false)
  const known = present === null || technicians.some(({ id }) => id === present.id)
  const people = known ? technicians : [present, ...technicians]
  const pick = async (chosen: number | null) => {
    if (chosen === (present?.id ?? null)) return onClose()
    if (busy) return
    setBusy(true)
    const done = await giveWork(client, row, chosen)
    setBusy(false)
    if (done) onClose()
  }
  return (
    <Dialog
      opened
      title={`Technician of ${row.formatted_name}`}
      onClose={onClose}
      actions={
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <PickList
        label={`Technician of the ${workNameOf(row)}`}
        options={[
          ...people.map(({ id, full_name }) => ({ key: String(id), label: full_name, chosen: id === present?.id })),
          ...(present === null ? [] : [{ key: '', label: 'Unassigned' }]),
        ]}
        waiting={busy}
        onPick={({ key }) => void pick(key === '' ? null : Number(key))}
      />
    </Dialog>
  )
}

function workNameOf(row: WorkOf): string {
  if (row.has_pending_flawed_tray_request) return 'tray correction'
  return row.open_request_id === null ? 'setup' : 'print'
}
