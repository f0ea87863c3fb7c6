import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import type { ReactNode } from 'react'
import { caseNumberOf } from '../case/case-number.ts'
import { StatusBadge } from '../../ui/badges.tsx'
import { CaseLink, CaseTags } from './patient-name.tsx'
import { RecentTag } from './recent-tag.tsx'
import styles from './patients.module.css'

interface Props {
  row: PatientSummary
  /** What this list shows after the case number. */
  children: ReactNode
}

/** A case on a phone: name and state, one line of facts, its tags. */
export const CaseItem = ({ row, children }: Props) => (
  <span className={styles.item}>
    <strong>
      <CaseLink id={row.id}>{row.formatted_name}</CaseLink>
    </strong>
    <StatusBadge status={row.patient_status} />
    <small>
      {caseNumberOf(row)}
      {children}
    </small>
    <span className={styles.itemTags}>
      <RecentTag patient={row} />
      <CaseTags patient={row} />
    </span>
  </span>
)
