import type { Dashboard } from '@archwire/contract/dashboard/routes.ts'
import { formatCount, formatDay } from '../../lib/format.ts'
import { Plot } from './plot.tsx'
import styles from './dashboard.module.css'

type Plots = Dashboard['plots']

const inUtc = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })
  return (day: string) => format.format(Date.parse(`${day}T00:00:00Z`))
}
const monthDay = inUtc({ month: 'short', day: 'numeric' })
const month = inUtc({ month: 'short', year: '2-digit' })
const wholeMonth = inUtc({ month: 'long', year: 'numeric' })

/** What a bucket is called on the axis and in full. */
const namesOf: Record<Plots['each'], (day: string) => { short: string; name: string }> = {
  day: (day) => ({ short: monthDay(day), name: formatDay(day, true) }),
  week: (day) => ({ short: monthDay(day), name: `Week of ${formatDay(day, true)}` }),
  month: (day) => ({ short: month(day), name: wholeMonth(day) }),
}
const perEach: Record<Plots['each'], string> = { day: 'per day', week: 'per week', month: 'per month' }

/** "36 h", "4.5 d" */
const formatHours = (hours: number): string =>
  hours < 72 ? `${Number(hours.toFixed(1))} h` : `${Number((hours / 24).toFixed(1))} d`

/** Submissions, shipped cases and the time to approval over the range; the same shape while they load. */
export function PlotRow({ plots }: { plots: Plots | undefined }) {
  const each = plots?.each ?? 'day'
  const valuesOf = (key: 'submissions' | 'shipped' | 'hours_to_approval') =>
    plots?.points.map((point) => ({ ...namesOf[each](point.day), value: point[key] })) ?? []
  const sumOf = (key: 'submissions' | 'shipped') =>
    plots ? `${formatCount(plots.points.reduce((sum, point) => sum + point[key], 0))} in all` : ''
  const measured = plots?.points.filter(({ hours_to_approval }) => hours_to_approval !== null) ?? []
  const last = measured.at(-1)
  return (
    <section aria-label="Over time" className={styles.section}>
      <div className={styles.sectionHead}>
        <h2>Over time</h2>
        {plots && <span className={styles.quiet}>{perEach[each]}</span>}
      </div>
      <div className={styles.plots} aria-busy={!plots}>
        <Plot
          title="Submissions"
          summary={sumOf('submissions')}
          values={valuesOf('submissions')}
          kind="bars"
          format={formatCount}
        />
        <Plot
          title="Shipped"
          summary={shippedWords(plots)}
          values={valuesOf('shipped')}
          kind="bars"
          format={formatCount}
        />
        <Plot
          title="Time to approval, median"
          summary={last ? `last ${formatHours(last.hours_to_approval!)}` : plots ? 'nothing approved' : ''}
          values={valuesOf('hours_to_approval')}
          kind="line"
          format={formatHours}
        />
      </div>
    </section>
  )
}

/** A case with two parcels in two buckets is in both: their sum is no number of cases, so none is said. */
const shippedWords = (plots: Plots | undefined): string =>
  plots?.points.every(({ shipped }) => shipped === 0) ? 'nothing shipped' : ''
