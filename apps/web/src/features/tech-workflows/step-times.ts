import { formatAs, formatDuration } from '../../lib/format.ts'
import { productionTime, type Step } from './steps.ts'
import { unreadText } from './unread-time.ts'

type Times = Pick<Step, 'started_at' | 'finished_at'>

/** "2:52 PM". The space before AM and PM is a plain one, whatever the browser has there. */
const clockOf = (instant: string): string =>
  formatAs(instant, { hour: 'numeric', minute: '2-digit' }).replaceAll('\u202f', ' ')

const yearOf = (instant: string | number): string => formatAs(instant, { year: 'numeric' })

/** "Nov 24"; of another year "Nov 24, 2025". */
const dayOf = (instant: string, now: number): string =>
  formatAs(instant, {
    month: 'short',
    day: 'numeric',
    year: yearOf(instant) === yearOf(now) ? undefined : 'numeric',
  })

/** "Nov 24, 2:52 PM" on the user's clock. */
export const formatMoment = (instant: string, now: number): string => `${dayOf(instant, now)}, ${clockOf(instant)}`

/** "Nov 24, 2026, 2:52 PM": a moment in the field in which it is typed. */
export const formatInField = (instant: string): string =>
  `${formatAs(instant, { month: 'short', day: 'numeric', year: 'numeric' })}, ${clockOf(instant)}`

/** "2:52 PM – 3:10 PM · 18 min"; with its day unless that is today, "Since 2:52 PM" while it runs, null before (`work/step-times`). */
export function formatTimes(step: Times, now: number): string | null {
  const { started_at: start, finished_at: end } = step
  if ([start, end].some((time) => unreadText(time) !== null))
    return [start, end].map((time) => unreadText(time) ?? (time === null ? '–' : formatMoment(time, now))).join(' – ')
  const today = dayOf(new Date(now).toISOString(), now)
  const shown = (instant: string) => (dayOf(instant, now) === today ? clockOf(instant) : formatMoment(instant, now))
  if (start === null) return end === null ? null : `Until ${shown(end)}`
  if (end === null) return `Since ${shown(start)}`
  const until = dayOf(start, now) === dayOf(end, now) ? clockOf(end) : formatMoment(end, now)
  const seconds = productionTime(step)
  const took = seconds === null || end <= start ? '' : ` · ${formatDuration(seconds)}`
  return `${shown(start)} – ${until}${took}`
}
