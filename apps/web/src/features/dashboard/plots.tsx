import type { Dashboard } from '@archwire/contract/dashboard/routes.ts'
import { formatCount, formatDay, formatMonth, formatOnAxis } from '../../lib/format.ts'
import { Plot } from './plot.tsx'
import styles from './dashboard.module.css'

type Plots = Dashboard['plots']

/** The name of a bucket on the axis and in full. */
const namesOf: Record<Plots['each'], (day: string) => { short: string; name: string }> = {
  day: (day) => ({ short: formatOnAxis(day, 'day'), name: formatDay(day, true) }),
  week: (day) => ({ short: formatOnAxis(day, 'day'), name: `Week of ${formatDay(day, true)}` }),
  month: (day) => ({ short: formatOnAxis(day, 'month'), name: formatMonth(day) }),
}
const perEach: Record<Plots['each'], string> = { day: 'per day', week: 'per week', month: 'per month' }

/** Beyond three days hours are hard to read: the whole plot is in days then. */
const daysFrom = 72

interface Props {
  plots: Plots | undefined
  /** The plots of the range before, drawn behind these. */
  before: Plots | undefined
  /** Cases that shipped in the range; one with parcels in two buckets is in both. */
  shipped: number | undefined
}

/** Submissions, shipped cases and the time to approval over the range; the same shape while they load. */
export function PlotRow({ plots, before, shipped }: Props) {
  const each = plots?.each ?? 'day'
  const points = plots?.points ?? []
  // Buckets of another length cannot be laid over these.
  const earlier = before?.each === each ? before.points : []
  const amounts = (key: 'submissions' | 'shipped') =>
    points.map((point, index) => ({
      ...namesOf[each](point.day),
      value: point[key],
      before: earlier[index]?.[key] ?? null,
    }))
  const sum = points.reduce((total, point) => total + point.submissions, 0)
  const hours = points.map(({ hours_to_approval }) => hours_to_approval)
  const inDays = hours.some((value) => value !== null && value >= daysFrom)
  const [length, unit] = inDays ? [24, 'd'] : [1, 'h']
  const formatTime = (value: number) => `${Number(value.toFixed(1))} ${unit}`
  const inUnit = (value: number | null | undefined) => (value === null || value === undefined ? null : value / length)
  const last = hours.findLast((value) => value !== null)
  return (
    <section aria-label="Over time" className={styles.section}>
      <div className={styles.sectionHead}>
        <h2>Over time</h2>
        {plots && (
          <span className={styles.quiet}>
            {perEach[each]}
            {earlier.length > 0 && <span className={styles.legend}> the range before</span>}
          </span>
        )}
      </div>
      <div className={styles.plots}>
        <Plot
          title="Submissions"
          summary={plots ? `${formatCount(sum)} in all` : ''}
          values={amounts('submissions')}
          kind="bars"
          format={formatCount}
        />
        <Plot
          title="Shipped"
          summary={shipped === undefined ? '' : `${formatCount(shipped)} in all`}
          values={amounts('shipped')}
          kind="bars"
          format={formatCount}
        />
        <Plot
          title="Time to approval"
          summary={plots ? (last ? `Median, most recently ${formatTime(last / length)}` : 'Nothing approved') : ''}
          values={points.map((point, index) => ({
            ...namesOf[each](point.day),
            value: inUnit(hours[index]),
            before: inUnit(earlier[index]?.hours_to_approval),
          }))}
          kind="line"
          format={formatTime}
        />
      </div>
    </section>
  )
}
