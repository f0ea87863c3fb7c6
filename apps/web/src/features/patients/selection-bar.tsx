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
}

/** What can be done with the selected cases, and with how many of them (`work/bulk`). */
export function SelectionBar({ selected, rows }: Props) {
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
  const action = (kind: Kind, label: string) => {
    const count = split(kind).applies.length
    return (
      <ActionButton
        size="compact-md"
        variant="default"
        why={count > mostCases ? `Select at most ${mostCases} cases.` : undefined}
        command={`${label}: selected cases`}
        onClick={() => setAsking(kind)}
      >
        {`${label} (${count === cases.length ? count : `${count} of ${cases.length}`})`}
      </ActionButton>
    )
  }
  return (
    <section className={styles.bar} data-bar aria-label="Selected cases">
      <span aria-live="polite" className="numeric">
        {cases.length} selected
      </span>
      {action('take', 'Take')}
      {choosesOthers(role) && action('assign', 'Assign technician')}
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
