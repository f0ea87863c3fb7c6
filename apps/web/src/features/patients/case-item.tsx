import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import type { ReactNode } from 'react'
import { caseNumberOf } from '../../lib/case-number.ts'
import { StatusBadge } from '../../ui/badges.tsx'
import { CaseTags } from './patient-name.tsx'
import styles from './patients.module.css'

interface Props {
  row: PatientSummary
  /** What this list shows after the case number. */
  children: ReactNode
  /** Tags of this list, before those of the case. */
  tag?: ReactNode
}

/** A case on a phone: name and state, one line of facts, its tags. */
export const CaseItem = ({ row, children, tag }: Props) => (
  <span className={styles.item}>
    <strong>{row.formatted_name}</strong>
    <StatusBadge status={row.patient_status} />
    <small>
      {caseNumberOf(row)}
      {children}
    </small>
    <span className={styles.itemTags}>
      {tag}
      <CaseTags patient={row} />
    </span>
  </span>
)
