import { dayIn, type Day } from '@archwire/contract/core/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { useTimeAs } from './clock.ts'
import { settingsQuery } from './lab-settings.ts'

/** The lab's time zone where its settings did not load. */
const defaultZone = 'America/Denver'

/** The zone of this browser. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Returns today's date in the lab's time zone, and that zone: what "today" and "late" mean on a ship date
 * (`requests/ship-date`). A page that is left open learns the new day.
 */
export function useLabClock(): { today: Day; zone: string } {
  const { data } = useQuery(settingsQuery)
  const zone = data?.settings.lab.time_zone ?? defaultZone
  return { today: useTimeAs((now) => dayIn(zone, new Date(now))), zone }
}
