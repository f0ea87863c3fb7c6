import { mostCases } from '@archwire/contract/patients/limits.ts'
import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { roleOf, useSession } from '../../lib/session.tsx'
import { choosesOthers } from '../case/technicians.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { BulkTechnician, type Kind, type LeftOut } from './bulk-technician.tsx'
import { whyLeftOut } from './left-out.ts'
import styles from './selection-bar.module.css'
import type { SelectedCases } from './use-selected.ts'
import { workOf } from './whose-turn.ts'

interface Props {
  selected: SelectedCases
  /** The page that is shown: its rows are newer than the selected ones. */
  rows: PatientSummary[] | undefined
  /** Shows the patient labels of these cases, each with an open request, to be printed as one job. */
  onLabels: (cases: PatientSummary[]) => void
}

/** As many as one job of a label printer; each is fetched by itself. */
const mostLabels = 50

/** What can be done with the selected cases, and with how many of them (`work/bulk`). */
export function SelectionBar({ selected, rows, onLabels }: Props) {
  const { me } = useSession()
  const role = roleOf(me)
  const [asking, setAsking] = useState<Kind>()
  const cases = [...selected.cases.values()].map((row) => rows?.find(({ id }) => id === row.id) ?? row)
  const split = (kind: Kind) => {
    const leftOut: LeftOut[] = []
    const applies = cases.filter((row) => {
      const isMine = kind === 'take' && workOf(row)?.assigned_to?.id === me.id
      const why = whyLeftOut(row, role) ?? (isMine ? 'Assigned to you already' : null)
      if (why !== null) leftOut.push({ row, why })
      return why === null
    })
    return { applies, leftOut }
  }
  const printed = cases.filter((row) => row.open_request_id !== null && row.workflow_data.printing_request)
  const action = (label: string, count: number, most: number, onClick: () => void) => (
    <ActionButton
      size="compact-md"
      variant="default"
      why={count > most ? `Select at most ${most} cases.` : undefined}
      command={`${label}: selected cases`}
      onClick={onClick}
    >
      {`${label} (${count === cases.length ? count : `${count} of ${cases.length}`})`}
    </ActionButton>
  )
  const giving = (kind: Kind, label: string) =>
    action(label, split(kind).applies.length, mostCases, () => setAsking(kind))
  return (
    <section className={styles.bar} data-bar aria-label="Selected cases">
      <span aria-live="polite" className="numeric">
        {cases.length} selected
      </span>
      {giving('take', 'Take')}
      {choosesOthers(role) && giving('assign', 'Assign technician')}
      {printed.length > 0 && action('Patient labels', printed.length, mostLabels, () => onLabels(printed))}
      <Button size="compact-md" variant="subtle" onClick={selected.clear}>
        Clear
      </Button>
      {asking && (
        <BulkTechnician
          kind={asking}
          {...split(asking)}
          onDone={(rest) => {
            selected.clear()
            selected.select(rest, true)
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </section>
  )
}
