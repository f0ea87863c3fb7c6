import type { WorkItem } from '@archwire/contract/my-work/routes.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { caseNumberOf } from '../case/case-number.ts'
import { useLabClock } from '../../lib/lab-clock.ts'
import { nameOf } from '../../lib/session.tsx'
import { AgeChip, DueDate, StatusBadge, Tag } from '../../ui/badges.tsx'
import { workKinds } from './kinds.ts'
import styles from './my-work.module.css'
import { stepAt, type NextAct } from './work-actions.ts'

interface Props {
  item: WorkItem
  /** Its code was scanned. */
  selected: boolean
  busy: boolean
  act: NextAct
  onAct: () => void
}

/** A setup, a print or a tray correction: whose it is, until when, its state, and the one thing to do next. */
export function WorkRow({ item, selected, busy, act, onAct }: Props) {
  const { today } = useLabClock()
  const { patient } = item
  const done = item.processes.filter(({ finished_at }) => finished_at !== null).length
  return (
    <li data-work={item.workflow_id} data-selected={selected || undefined}>
      <span className={styles.case}>
        <span>
          <Link to="/patient-workflow/$id" params={{ id: patient.id }} title={patient.formatted_name}>
            {patient.formatted_name}
          </Link>{' '}
          <span className="numeric">{caseNumberOf(patient)}</span>
        </span>
        <small title={nameOf(item.organization)}>{nameOf(item.organization)}</small>
      </span>
      <span className={styles.tags}>
        <span className={styles.kind}>{workKinds[item.kind].label}</span>
        <StatusBadge status={item.status} />
        {item.rush_case && <Tag tone="orange">Rush</Tag>}
        {item.changes_asked && <Tag tone="orange">Changes asked</Tag>}
        {item.file_uploaded && <Tag tone="orange">File to check</Tag>}
      </span>
      <span className={styles.step}>
        <span>
          {stepAt(item) ?? 'All steps done'}{' '}
          <AgeChip since={item.status_updated_at} urgent={item.ship_date !== null && item.ship_date <= today} />
        </span>
        <small className="numeric">
          {done} of {item.processes.length} steps
        </small>
      </span>
      <span className={styles.due}>
        <DueDate day={item.ship_date} today={today} />
      </span>
      <Button
        data-act
        classNames={{ root: styles.act!, label: styles.actLabel! }}
        variant={selected ? 'filled' : 'default'}
        loading={busy}
        aria-label={`${act.label}: ${patient.formatted_name}`}
        onClick={onAct}
      >
        {act.label}
      </Button>
    </li>
  )
}
