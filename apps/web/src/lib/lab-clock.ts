import { dayIn, type Day } from '@archwire/contract/core/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { settingsQuery } from './lab-settings.ts'

/** The lab's time zone where its settings did not load. */
const defaultZone = 'America/Denver'

/**
 * Returns today's date in the lab's time zone: what "today" and "late" mean on a ship date (`requests/ship-date`). It is fixed
 * when the component mounts; the shell loads the settings before its pages.
 */
export function useLabClock(): { today: Day } {
  const { data } = useQuery(settingsQuery)
  const [now] = useState(() => new Date())
  return { today: dayIn(data?.settings.lab.time_zone ?? defaultZone, now) }
}
