import { dayAt, formatDuration, formatInstant, formatTime } from '../../lib/format.ts'
import { productionTime, type Step } from './steps.ts'
import { unreadText } from './unread-time.ts'

type Times = Pick<Step, 'started_at' | 'finished_at'>

/**
 * "14:52 – 15:10 · 18 min"; with its day, as in "2026/11/24 14:52", unless that is today; "Since 14:52" while it runs,
 * null before (`work/step-times`).
 */
export function formatTimes(step: Times, now: number): string | null {
  const { started_at: start, finished_at: end } = step
  if ([start, end].some((time) => unreadText(time) !== null))
    return [start, end].map((time) => unreadText(time) ?? (time === null ? '–' : formatInstant(time))).join(' – ')
  const today = dayAt(new Date(now).toISOString())
  const shown = (instant: string, day: string) =>
    dayAt(instant) === day ? formatTime(instant) : formatInstant(instant)
  if (start === null) return end === null ? null : `Until ${shown(end, today)}`
  if (end === null) return `Since ${shown(start, today)}`
  const seconds = productionTime(step)
  const took = seconds === null || end <= start ? '' : ` · ${formatDuration(seconds)}`
  return `${shown(start, today)} – ${shown(end, dayAt(start))}${took}`
}
