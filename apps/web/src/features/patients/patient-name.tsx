import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { Link } from '@tanstack/react-router'
import { Tag } from '../../ui/badges.tsx'
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
  | 'deleted_at'
  | 'cancelled_at'
>

/** Case number, or the case code where it is empty (`cases/case-number`). */
export const caseNumberOf = ({
  case_number_text,
  case_code,
}: Pick<PatientSummary, 'case_number_text' | 'case_code'>): string => case_number_text || case_code

/** States of a case that change what to do with it. */
export const CaseTags = ({ patient }: { patient: Named }) => (
  <>
    {patient.rush_case && <Tag tone="orange">Rush</Tag>}
    {patient.duplicated && <Tag tone="red">Duplicated</Tag>}
    {patient.is_on_hold && <Tag tone="red">On hold</Tag>}
    {patient.cancelled_at && <Tag tone="red">Canceled</Tag>}
    {patient.deleted_at && <Tag tone="red">Archived</Tag>}
  </>
)

/** The first cell of the practice's and the lab's list of cases: name, number, tags. */
export const PatientName = ({ patient }: { patient: Named }) => (
  <span className={styles.name}>
    <Link to="/patient-details/$id" params={{ id: patient.id }} tabIndex={-1}>
      {patient.formatted_name}
    </Link>
    <span className={`${styles.number} numeric`}>{caseNumberOf(patient)}</span>
    <CaseTags patient={patient} />
  </span>
)
