import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTechnicians, type Person } from '../case/technicians.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select-field.tsx'
import { giveWork, type WorkOf } from './technician-calls.ts'

interface Props {
  row: WorkOf & Pick<PatientSummary, 'formatted_name'>
  /** Who has the work now. */
  present: Person | null
  onClose: () => void
}

/** Gives the current work of a case in the list to one of the lab's people (`work/technician`). */
export function AssignTechnician({ row, present, onClose }: Props) {
  const client = useQueryClient()
  const technicians = useTechnicians()
  const [chosen, setChosen] = useState(present?.id ?? null)
  const [busy, setBusy] = useState(false)
  const known = present === null || technicians.some(({ id }) => id === present.id)
  const people = known ? technicians : [present, ...technicians]
  const save = async () => {
    setBusy(true)
    const done = await giveWork(client, row, chosen)
    setBusy(false)
    if (done) onClose()
  }
  const id = `technician-${row.id}`
  return (
    <FormDialog
      opened
      title={`Technician of ${row.formatted_name}`}
      confirm="Assign"
      busy={busy}
      ready={chosen !== (present?.id ?? null)}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      <Field id={id} label={`Technician of the ${workNameOf(row)}`}>
        <Select
          id={id}
          options={people.map((person) => ({ id: person.id, label: person.full_name }))}
          value={chosen}
          placeholder="Unassigned"
          onChange={setChosen}
        />
      </Field>
    </FormDialog>
  )
}

function workNameOf(row: WorkOf): string {
  if (row.has_pending_flawed_tray_request) return 'tray correction'
  return row.open_request_id === null ? 'setup' : 'print'
}
