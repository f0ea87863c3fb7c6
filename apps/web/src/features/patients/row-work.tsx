import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLabClock } from '../../lib/lab-clock.ts'
import { roleOf, useSession } from '../../lib/session.tsx'
import { AgeChip, StatusBadge } from '../../ui/badges.tsx'
import styles from './row-work.module.css'
import { isUrgent } from './whose-turn.ts'

type Work = NonNullable<PatientSummary['workflow_data']['initial_case_setup']>

/** The work on a case by kind: its state, next step, technician, and how long it has been so. */
export function RowWork({ patient }: { patient: PatientSummary }) {
  const { today } = useLabClock()
  const { me } = useSession()
  const urgent = isUrgent(patient, roleOf(me), today)
  const { initial_case_setup: setup, printing_request: print, flawed_tray: correction } = patient.workflow_data
  if (!setup && !print && !correction) return null
  return (
    <table className={styles.work} aria-label="Work">
      <thead>
        <tr>
          <th scope="col">Work</th>
          <th scope="col">Status</th>
          <th scope="col">Next step</th>
          <th scope="col">Technician</th>
          <th scope="col">Age</th>
        </tr>
      </thead>
      <tbody>
        {setup && (
          <WorkLine work={setup} paused={patient.is_on_hold} urgent={urgent}>
            <Link to="/patient-workflow/$id" params={{ id: patient.id }}>
              Setup
            </Link>
          </WorkLine>
        )}
        {print && (
          <WorkLine work={print} paused={patient.is_on_hold} urgent={urgent}>
            <ToRequest id={patient.open_request_id}>Print</ToRequest>
          </WorkLine>
        )}
        {correction && (
          <WorkLine work={correction} paused={patient.is_on_hold} urgent={urgent}>
            <ToRequest id={patient.open_request_id}>Tray correction</ToRequest>
          </WorkLine>
        )}
      </tbody>
    </table>
  )
}

/** The name of some work, leading to its request where that is open. */
const ToRequest = ({ id, children }: { id: number | null; children: string }) =>
  id === null ? (
    children
  ) : (
    <Link to="/requests/$id" params={{ id }}>
      {children}
    </Link>
  )

interface LineProps {
  work: Work
  paused: boolean
  urgent: boolean
  children: ReactNode
}

function WorkLine({ work, paused, urgent, children }: LineProps) {
  const isOver = work.status.key === 'completed' || work.status.key === 'canceled'
  return (
    <tr>
      <th scope="row">{children}</th>
      <td>
        <StatusBadge status={work.status} />
      </td>
      <td>{isOver ? '–' : (work.next_step?.process ?? 'All steps done')}</td>
      <td>{work.assigned_to?.full_name ?? 'Unassigned'}</td>
      <td>{isOver ? '–' : <AgeChip since={work.status_updated_at} {...{ paused, urgent }} />}</td>
    </tr>
  )
}
