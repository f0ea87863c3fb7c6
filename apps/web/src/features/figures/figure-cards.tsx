import type { DayRange } from '@archwire/contract/dashboard/ranges.ts'
import { figureLink, type FigureName, type Makers } from '@archwire/contract/figures/links.ts'
import type { LabFigures, PracticeFigures } from '@archwire/contract/figures/routes.ts'
import { formatCount } from '../../lib/format.ts'
import { FigureLink } from './figure-link.tsx'
import styles from './figure-cards.module.css'
import { hoursText, shareText } from './words.ts'

interface Props {
  figures: LabFigures | PracticeFigures
  makers: Makers
  range: DayRange
  today: string
}

/** The figures of the range in all: counts that open their lists, and how long things took. */
export function FigureCards({ figures, makers, range, today }: Props) {
  const { counts, approvals } = figures
  const makersText = makers === 'lab' ? 'the lab' : 'the lab or its partner'
  const cards: { name: FigureName; label: string; value: number; description: string; beside?: string }[] = [
    {
      name: 'submissions',
      label: 'Submitted',
      value: counts.submissions,
      description: 'Rx forms submitted in this period',
    },
    {
      name: 'approved',
      label: 'Approved',
      value: approvals.approved,
      description: 'Cases whose setup was approved in this period',
    },
    {
      name: 'setups',
      label: 'Approved setups',
      value: approvals.setups,
      description: `Of these, setups that ${makersText} made`,
    },
    {
      name: 'first_round',
      label: 'Right the first time',
      value: approvals.first_round,
      description: 'Of these setups, those to which nobody asked for changes',
      beside: `${shareText(approvals.first_round, approvals.setups)} of ${formatCount(approvals.setups)}`,
    },
    {
      name: 'shipped',
      label: 'Shipped',
      value: counts.shipped,
      description: 'Cases shipped with a tracking number in this period',
    },
    {
      name: 'flawed_trays',
      label: 'Corrections',
      value: counts.flawed_trays,
      description: 'Cases with a tray reported in this period',
    },
  ]
  const times = [
    ['Submission to approval', approvals.hours_to_approval],
    ['Ready to approval', approvals.hours_waited],
    ['Print request to parcel', figures.hours_to_shipping],
  ] as const
  return (
    <section aria-label="In all">
      <ul className={styles.cards}>
        {cards.map(({ name, label, value, beside, description }) => (
          <li key={name} title={description}>
            <FigureLink value={value} search={figureLink(name, range, today, { makers })} className={styles.card}>
              <span className={styles.label}>{label}</span>
              <strong className="numeric">{formatCount(value)}</strong>
              <small className="numeric">{beside}</small>
            </FigureLink>
          </li>
        ))}
      </ul>
      <dl className={styles.times}>
        {times.map(([label, hours]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="numeric">{hours === null ? '–' : `${hoursText(hours)} (median)`}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
