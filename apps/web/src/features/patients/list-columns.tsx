import type { CaseListColumn, PatientSummary } from '@archwire/contract/patients/schema.ts'
import { assignments, impressionTypes, labelOf } from '@archwire/contract/rx-forms/options.ts'
import type { ComponentType, ReactNode } from 'react'
import { caseNumberOf } from '../case/case-number.ts'
import { useLabClock } from '../../lib/lab-clock.ts'
import { nameOf, roleOf, useSession } from '../../lib/session.tsx'
import { Ago, AgeChip, StatusBadge } from '../../ui/badges.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { CaseMenu } from './case-menu.tsx'
import { PatientName } from './patient-name.tsx'
import styles from './patients.module.css'
import { ShipDate, shipsAtAll } from './ship-date.tsx'
import { isDone, isUrgent, nextStepOf, waitsForDoctor, workOf } from './whose-turn.ts'

/** The columns with their labels, in their order (`work/columns`). */
export const columnLabels: Record<CaseListColumn, string> = {
  case_number: 'Case number',
  practice: 'Practice',
  doctor: 'Doctor',
  manager: 'Customer service manager',
  status: 'Status',
  step: 'Next step',
  tech: 'Technician',
  assigned: 'Assigned to',
  impression: 'Impression',
  tray: 'Tray',
  ship: 'Ship date',
  created: 'Created',
  setup_completed: 'Setup completed',
  completed: 'Completed',
  modified: 'Modified',
}
export const allColumns = Object.keys(columnLabels) as CaseListColumn[]

/** The columns that are shown before a person chooses others. */
export const usualColumns: readonly CaseListColumn[] = [
  'practice',
  'doctor',
  'status',
  'step',
  'tech',
  'ship',
  'modified',
]

interface Options {
  /** Null: the usual ones, fewer of them on narrow windows. */
  chosen: readonly CaseListColumn[] | null
  toggle: (id: number) => void
  view: (row: PatientSummary) => void
  /** Who looks after each organization, by its id. */
  managers: ReadonlyMap<number, string>
  /** A practice at a glance, beside its name. */
  Glance: ComponentType<{ organization: PatientSummary['organization'] }>
  onLabel: (row: PatientSummary) => void
}

/** The columns of the lab's list: the patient's name, the chosen ones, the menu. */
export function columnsOf({ chosen, toggle, view, managers, Glance, onLabel }: Options): Column<PatientSummary>[] {
  const shown = chosen ?? usualColumns
  const all = columnsWith(managers, shown.includes('doctor'), Glance)
  return [
    { key: 'name', label: 'Patient', orderBy: 'last_name', render: (row) => <PatientName patient={row} /> },
    ...shown.map((key): Column<PatientSummary> => {
      const { from, ...column } = all[key]
      return { key, label: columnLabels[key], ...column, ...(chosen === null && from ? { from } : {}) }
    }),
    {
      key: 'menu',
      label: <span className="visually-hidden">Actions</span>,
      screenOnly: true,
      align: 'right',
      width: '46px',
      render: (row, open) => (
        <CaseMenu
          patient={row}
          onView={() => view(row)}
          onLabel={() => onLabel(row)}
          unfolds={{ open, onToggle: () => toggle(row.id) }}
        />
      ),
    },
  ]
}

type Body = Omit<Column<PatientSummary>, 'key' | 'label'>

/** All of a cell that may be cut. */
const practiceTitle = ({ organization, user }: PatientSummary, hasDoctor: boolean): string =>
  [nameOf(organization), hasDoctor ? '' : user?.full_name].filter(Boolean).join(' · ')

const quiet = <span className={styles.quiet}>–</span>
const orDash = (text: string | null | undefined): ReactNode => text || quiet
/** A text that may be cut, whole on hover. */
const whole = (text: string | null | undefined): ReactNode => (text ? <span title={text}>{text}</span> : quiet)
const moment = (of: (row: PatientSummary) => string | null): Body => ({
  width: 120,
  render: (row) => <Ago at={of(row)} />,
})

/** What is done next, and how long the work has waited for it. */
function NextStep({ row }: { row: PatientSummary }) {
  const { today } = useLabClock()
  const { me } = useSession()
  const work = workOf(row)
  if (!work) return quiet
  return (
    <span className={styles.step}>
      <span className={styles.cut} title={nextStepOf(row)}>
        {nextStepOf(row)}
      </span>
      {work.next_step && !isDone(row) && !waitsForDoctor(row) && (
        <AgeChip since={work.status_updated_at} paused={row.is_on_hold} urgent={isUrgent(row, roleOf(me), today)} />
      )}
    </span>
  )
}

const columnsWith = (
  managers: ReadonlyMap<number, string>,
  hasDoctor: boolean,
  Glance: Options['Glance'],
): Record<CaseListColumn, Body> => ({
  case_number: {
    orderBy: 'case_number_text',
    width: 120,
    render: (row) => <span className="numeric">{caseNumberOf(row)}</span>,
  },
  practice: {
    orderBy: 'organization',
    from: 'laptop',
    width: 126,
    most: 240,
    render: (row) => (
      <span className={styles.practice}>
        <span className={styles.practiceName} title={practiceTitle(row, hasDoctor)} translate="no">
          {nameOf(row.organization)}
          {!hasDoctor && row.user && <small> · {row.user.full_name}</small>}
        </span>
        <Glance organization={row.organization} />
      </span>
    ),
  },
  doctor: { orderBy: 'doctor', from: 'laptop', width: 120, render: (row) => whole(row.user?.full_name) },
  manager: { width: 150, render: (row) => whole(managers.get(row.organization_id)) },
  status: {
    orderBy: 'patient_status_id',
    width: '154px',
    render: (row) => <StatusBadge status={row.patient_status} />,
  },
  step: {
    width: 180,
    narrow: 128,
    render: (row) => <NextStep row={row} />,
  },
  tech: {
    width: 112,
    narrow: 100,
    render: (row) => {
      const work = workOf(row)
      const name = work?.assigned_to?.full_name
      return name ? whole(name) : <span className={styles.quiet}>{work ? 'Unassigned' : '–'}</span>
    },
  },
  assigned: { width: 130, render: (row) => orDash(labelOf(assignments, row.submission_completed_by)) },
  impression: { width: 150, render: (row) => orDash(labelOf(impressionTypes, row.impression_type)) },
  tray: { width: 90, render: (row) => <span className="numeric">{orDash(row.case_tray_number)}</span> },
  ship: {
    orderBy: 'ship_date',
    width: 132,
    narrow: 108,
    render: (row) =>
      shipsAtAll(row) && (
        <span className={styles.ship}>
          <ShipDate row={row} />
        </span>
      ),
  },
  created: { orderBy: 'created_at', ...moment((row) => row.created_at) },
  setup_completed: { orderBy: 'setup_completed_at', ...moment((row) => row.setup_completed_at) },
  completed: moment((row) => row.completed_at),
  modified: { orderBy: 'updated_at', from: 'desktop', ...moment((row) => row.updated_at) },
})
