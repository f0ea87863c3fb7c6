import type { Day } from '@archwire/contract/core/dates.ts'
import { cardLink } from '@archwire/contract/dashboard/card-links.ts'
import type { DayRange } from '@archwire/contract/dashboard/ranges.ts'
import type { CountName, Counts } from '@archwire/contract/dashboard/routes.ts'
import { Link } from '@tanstack/react-router'
import { IconArrowUpRight } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { formatCount, formatDay } from '../../lib/format.ts'
import styles from './count-cards.module.css'

interface Card {
  name: CountName
  label: string
  /** What is counted, on hover. */
  description: string
}

/** The eleven counts, in the order of the workflow: what came, what was asked for, what is done. */
const groups: { title: 'In all' | 'Submitted' | 'Asked for' | 'Done'; cards: Card[] }[] = [
  {
    title: 'In all',
    cards: [{ name: 'total_cases', label: 'Total cases', description: 'All cases up to the end of this period' }],
  },
  {
    title: 'Submitted',
    cards: [
      { name: 'submissions', label: 'Submissions', description: 'Rx forms submitted in this period' },
      { name: 'initial_setups', label: 'Initial setups', description: 'Of these, setups that the lab makes' },
      { name: 'alginate', label: 'PVS / alginate', description: 'Of the submissions, those with an impression' },
      { name: 'stone_models', label: 'Stone models', description: 'Of the submissions, those with a stone model' },
      { name: 'intra_oral', label: 'Intra-oral scans', description: 'Of the submissions, those with a scan' },
    ],
  },
  {
    title: 'Asked for',
    cards: [
      {
        name: 'print_requests',
        label: 'Print requests',
        description: 'Cases with a print requested in this period',
      },
      { name: 'insert_brackets', label: 'Insert brackets', description: 'Of these, prints that include brackets' },
      { name: 'flawed_trays', label: 'Flawed trays', description: 'Cases with a tray reported in this period' },
    ],
  },
  {
    title: 'Done',
    cards: [
      { name: 'shipped', label: 'Shipped', description: 'Cases shipped with a tracking number' },
      { name: 'completed_cases', label: 'Completed cases', description: 'Cases completed in this period' },
    ],
  },
]

interface Props {
  /** Undefined while they load. */
  counts: Counts | undefined
  /** The same of the range before; undefined while they load, and where there is none to compare with. */
  before: Counts | undefined
  range: DayRange
  today: Day
  list: '/patients-page' | '/patients'
}

/** Eleven numbers, each a link to the cases it counts. Without archived and canceled ones, like those lists. */
export const CountCards = ({ counts, before, range, today, list }: Props) => (
  <div className={styles.groups}>
    {groups.map(({ title, cards }) => (
      <section key={title} aria-label={title} style={{ '--cards': cards.length } as CSSProperties}>
        <h2 className={styles.caption}>{title === 'In all' ? `Until ${formatDay(range.to ?? today)}` : title}</h2>
        <ul className={styles.cards}>
          {cards.map(({ name, label, description }) => (
            <li key={name}>
              <Link to={list} search={linkOf(name, range, today, list)} className={styles.card} title={description}>
                <span className={styles.cardLabel}>
                  {label}
                  <IconArrowUpRight size={15} stroke={1.8} aria-hidden="true" />
                </span>
                {counts ? (
                  <>
                    <strong className="numeric">{formatCount(counts[name])}</strong>
                    <Change now={counts[name]} before={before?.[name]} />
                  </>
                ) : (
                  <span className={styles.loading} aria-label="Loading" role="img" />
                )}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </div>
)

/** How a count differs from that of the range before (`organizations/compared`). */
function Change({ now, before }: { now: number; before: number | undefined }) {
  if (before === undefined) return <small className={styles.change} />
  const percent =
    before === 0 ? '' : `${now >= before ? '+' : '−'}${Math.round((Math.abs(now - before) / before) * 100)} %`
  return (
    <small className={`${styles.change} numeric`}>
      {now === before ? 'same as before' : [percent, `${formatCount(before)} before`].filter(Boolean).join(' · ')}
    </small>
  )
}

/** A practice's list shows inactive cases anyway: the key for it would only add a chip. */
function linkOf(name: CountName, range: DayRange, today: Day, list: Props['list']) {
  const { 'filter[active_request_only]': inactiveToo, ...keys } = cardLink(name, range, today)
  return list === '/patients' ? keys : { 'filter[active_request_only]': inactiveToo, ...keys }
}
