import { dayIn, type Day } from '@archwire/contract/core/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { settingsQuery } from './lab-settings.ts'

/** The lab's zone by default, until its settings have come. */
const defaultZone = 'America/Denver'

/**
 * The lab's clock: what "today" and "late" mean on a ship date (`requests/ship-date`). The frame asks for the settings
 * before its pages; `today` is that of the moment in which a part appears.
 */
export function useLab(): { today: Day } {
  const { data } = useQuery(settingsQuery)
  const [now] = useState(() => new Date())
  // A server of the release before does not say its zone.
  const { time_zone = defaultZone } = (data?.settings as { lab?: { time_zone?: string } } | undefined)?.lab ?? {}
  return { today: dayIn(time_zone, now) }
}
