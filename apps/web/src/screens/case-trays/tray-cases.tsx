import type { CaseInTray } from '@archwire/contract/case-trays/schema.ts'
import { PatientName } from '../../features/patients/index.ts'
import { nameOf } from '../../lib/session.tsx'
import { StatusBadge } from '../../ui/badges.tsx'
import styles from './case-trays.module.css'

/** What is in a tray, in its order. */
export const TrayCases = ({ patients }: { patients: readonly CaseInTray[] }) => (
  <ol className={styles.cases} aria-label="Cases in the tray">
    {patients.map((patient) => (
      <li key={patient.id}>
        <span className={styles.case}>
          <PatientName patient={patient} />
          <span className={styles.two}>
            {nameOf(patient.organization)}
            <small translate="no">{patient.user?.full_name}</small>
          </span>
          <StatusBadge status={patient.patient_status} />
        </span>
      </li>
    ))}
  </ol>
)
