import { flawCauses, type FlawCause } from '@archwire/contract/flaw-causes.ts'
import { formatDuration } from '../../lib/format.ts'

/** A median of hours: "5 h 12 min", "3 d 4 h"; a dash where nothing was measured. */
export const hoursText = (hours: number | null): string =>
  hours === null ? '–' : formatDuration(Math.round(hours * 3600))

/** A median of minutes. */
export const minutesText = (minutes: number): string => formatDuration(Math.round(minutes * 60))

/** "75 %" of a whole; a dash of nothing. */
export const shareText = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`

export const causeText = (cause: string | null): string =>
  cause === null ? 'Not given' : flawCauses[cause as FlawCause]
