import type { Gauges } from '@archwire/contract/dashboard/routes.ts'
import { customerStatuses } from '@archwire/contract/core/customer-statuses.ts'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../lib/format.ts'
import { boards, type Board } from './dashboard-search.ts'
import shared from './dashboard.module.css'
import styles from './gauges.module.css'

const boardLabels: Record<Board, string> = { organization: 'Organizations', user: 'Users' }

/** Which hits of the global search a gauge counts (`organizations/gauges`). */
const rolesOf: Record<Board, string> = { organization: 'organization', user: 'doctor,staff_member' }

interface Props {
  /** Undefined while they load. */
  statuses: Record<Board, Gauges> | undefined
  board: Board
  onBoard: (board: Board) => void
}

/** The current status of practices and people, whatever the range. */
export function GaugeBoard({ statuses, board, onBoard }: Props) {
  const gauges = statuses?.[board]
  const unarchived =
    gauges && customerStatuses.reduce((sum, { name }) => sum + (name === 'archived' ? 0 : (gauges[name] ?? 0)), 0)
  return (
    <section aria-label="Status today" className={shared.section}>
      <div className={shared.sectionHead}>
        <h2>Status today</h2>
        <fieldset className={styles.board}>
          <legend className="visually-hidden">Organizations or users</legend>
          {boards.map((option) => (
            <label key={option}>
              <input type="radio" name="board" checked={option === board} onChange={() => onBoard(option)} />
              <span>{boardLabels[option]}</span>
            </label>
          ))}
        </fieldset>
      </div>
      <ul className={styles.gauges} aria-busy={!gauges}>
        {customerStatuses.map(({ name, label, description }, index) => (
          <li key={name}>
            <GaugeLink board={board} status={index + 1} title={description} disabled={!gauges || gauges[name] === null}>
              <Ring share={shareOf(gauges?.[name] ?? null, unarchived ?? 0, name)} />
              <strong className="numeric">
                {gauges ? (gauges[name] === null ? '–' : formatCount(gauges[name])) : ''}
              </strong>
              <span className={styles.gaugeLabel}>{label}</span>
              {gauges?.[name] === null && <small>Needs a permission</small>}
            </GaugeLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The share of the five unarchived states; archived ones are not part of these, so their ring stays empty. */
const shareOf = (count: number | null, unarchived: number, name: keyof Gauges): number =>
  name === 'archived' || count === null || unarchived === 0 ? 0 : count / unarchived

interface GaugeLinkProps {
  board: Board
  status: number
  title: string
  disabled: boolean
  children: React.ReactNode
}

/** Links to the search for these records. */
function GaugeLink({ board, status, title, disabled, children }: GaugeLinkProps) {
  if (disabled)
    return (
      <span className={styles.gauge} title={title} data-disabled>
        {children}
      </span>
    )
  const search = { 'filter[roles]': rolesOf[board], 'filter[status]': String(status) }
  return (
    <Link to="/organizations-users" search={search} className={styles.gauge} title={title}>
      {children}
    </Link>
  )
}

const radius = 34
const around = 2 * Math.PI * radius

/** A ring that is filled by a share of 0 to 1. */
const Ring = ({ share }: { share: number }) => (
  <svg viewBox="0 0 80 80" aria-hidden="true">
    <circle cx="40" cy="40" r={radius} className={styles.track} />
    {share > 0 && (
      <circle
        cx="40"
        cy="40"
        r={radius}
        className={styles.filled}
        strokeDasharray={`${share * around} ${around}`}
        transform="rotate(-90 40 40)"
      />
    )}
  </svg>
)
