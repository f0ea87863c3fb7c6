import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { Link } from '@tanstack/react-router'
import { caseNumberOf } from '../../lib/case-number.ts'
import { useCasePage } from '../../lib/case-page.ts'
import { Tag } from '../../ui/badges.tsx'
import { RecentTag } from './recent-tag.tsx'
import styles from './patients.module.css'

type Named = Pick<
  PatientSummary,
  | 'id'
  | 'formatted_name'
  | 'case_number_text'
  | 'case_code'
  | 'is_on_hold'
  | 'duplicated'
  | 'rush_case'
  | 'changes_asked_at'
  | 'deleted_at'
  | 'cancelled_at'
  | 'created_at'
  | 'updated_at'
>

/** States of a case that change what to do with it. */
export const CaseTags = ({ patient }: { patient: Named }) => (
  <>
    {patient.rush_case && <Tag tone="orange">Rush</Tag>}
    {patient.changes_asked_at && <Tag tone="orange">Changes asked</Tag>}
    {patient.duplicated && <Tag tone="bright">Duplicated</Tag>}
    {patient.is_on_hold && <Tag tone="red">On hold</Tag>}
    {patient.cancelled_at && <Tag tone="red">Canceled</Tag>}
    {patient.deleted_at && <Tag tone="red">Archived</Tag>}
  </>
)

/** The first cell of the practice's and the lab's list of cases: name, number, tags. */
export function PatientName({ patient }: { patient: Named }) {
  const pageOf = useCasePage()
  return (
    <span className={styles.name}>
      <Link {...pageOf(patient.id)} tabIndex={-1}>
        {patient.formatted_name}
      </Link>
      <span className={`${styles.number} numeric`}>{caseNumberOf(patient)}</span>
      <RecentTag patient={patient} />
      <CaseTags patient={patient} />
    </span>
  )
}
