import { counted } from '@archwire/contract/core/counted.ts'
import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { Link } from '@tanstack/react-router'
import { use, type ReactNode } from 'react'
import { caseNumberOf } from '../case/case-number.ts'
import { useCasePage } from '../case/case-page.ts'
import { PlacesInList } from '../case/list-place.ts'
import { useSession } from '../../lib/session.tsx'
import { Tag } from '../../ui/badges.tsx'
import { NameCell } from '../../ui/list/cells.tsx'
import { opensRow } from '../../ui/list/table-row.tsx'
import { RecentTag } from './recent-tag.tsx'

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
  | 'has_pending_flawed_tray_request'
  | 'correction_uploaded'
  | 'deleted_at'
  | 'cancelled_at'
  | 'created_at'
  | 'updated_at'
  | 'unread_messages'
>

/** States of a case that change what to do with it. */
export const CaseTags = ({ patient }: { patient: Named }) => (
  <>
    {patient.unread_messages !== undefined && <Tag tone="blue">{counted(patient.unread_messages, 'new message')}</Tag>}
    {patient.rush_case && <Tag tone="orange">Rush</Tag>}
    {patient.changes_asked_at && <Tag tone="orange">Changes asked</Tag>}
    {patient.has_pending_flawed_tray_request && <Tag tone="orange">Tray correction</Tag>}
    {patient.correction_uploaded && <Tag tone="orange">File to check</Tag>}
    {patient.duplicated && <Tag tone="bright">Duplicated</Tag>}
    {patient.is_on_hold && <Tag tone="red">On hold</Tag>}
    {patient.cancelled_at && <Tag tone="red">Canceled</Tag>}
    {patient.deleted_at && <Tag tone="red">Archived</Tag>}
  </>
)

/** A row's way to its case; the row itself has the focus. */
export const CaseLink = ({ id, children }: { id: number; children: ReactNode }) => (
  <Link {...useCasePage()(id)} {...opensRow} translate="no" title={typeof children === 'string' ? children : undefined}>
    {children}
  </Link>
)

/** The case number; it leads management to the case at a glance (`work/overview`). */
function CaseNumber({ patient }: { patient: Named }) {
  const { me } = useSession()
  const stateOf = use(PlacesInList)
  const words = caseNumberOf(patient)
  if (!me.is_management) return words
  return (
    <Link to="/cases/$id" params={{ id: patient.id }} state={() => stateOf(patient.id)} tabIndex={-1}>
      {words}
    </Link>
  )
}

/** The first cell of the practice's and the lab's list of cases: name, number, tags. */
export const PatientName = ({ patient }: { patient: Named }) => (
  <NameCell name={<CaseLink id={patient.id}>{patient.formatted_name}</CaseLink>}>
    <small className="numeric" translate="no">
      <CaseNumber patient={patient} />
    </small>
    <CaseTags patient={patient} />
    <RecentTag patient={patient} />
  </NameCell>
)
