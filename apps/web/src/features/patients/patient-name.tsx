import { counted } from '@archwire/contract/core/counted.ts'
import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import {
  IconArchive,
  IconBan,
  IconBolt,
  IconCopy,
  IconDental,
  IconFileCheck,
  IconMessage,
  IconPencil,
  IconPlayerPause,
} from '@tabler/icons-react'
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

/** In the order of what is known first of a case. */
const tags = [
  { is: (row: Named) => row.rush_case, tone: 'orange', icon: IconBolt, label: 'Rush' },
  { is: (row: Named) => Boolean(row.changes_asked_at), tone: 'orange', icon: IconPencil, label: 'Changes asked' },
  {
    is: (row: Named) => row.has_pending_flawed_tray_request,
    tone: 'orange',
    icon: IconDental,
    label: 'Tray correction',
  },
  { is: (row: Named) => row.correction_uploaded, tone: 'orange', icon: IconFileCheck, label: 'File to check' },
  { is: (row: Named) => row.duplicated, tone: 'bright', icon: IconCopy, label: 'Duplicated' },
  { is: (row: Named) => row.is_on_hold, tone: 'red', icon: IconPlayerPause, label: 'On hold' },
  { is: (row: Named) => Boolean(row.cancelled_at), tone: 'red', icon: IconBan, label: 'Canceled' },
  { is: (row: Named) => Boolean(row.deleted_at), tone: 'red', icon: IconArchive, label: 'Archived' },
] as const

/** States of a case that change what to do with it. */
export const CaseTags = ({ patient }: { patient: Named }) => (
  <>
    {patient.unread_messages !== undefined && (
      <Tag tone="blue" icon={IconMessage}>
        {counted(patient.unread_messages, 'new message')}
      </Tag>
    )}
    {tags.map(
      ({ is, tone, icon, label }) =>
        is(patient) && (
          <Tag key={label} tone={tone} icon={icon}>
            {label}
          </Tag>
        ),
    )}
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
    <RecentTag patient={patient} iconOnly />
  </NameCell>
)
