import { dayIn, type Day } from '@archwire/contract/core/dates.ts'

/** The lab's clock: what "today" and "late" mean on a ship date (decisions §1, §5). */
const labZone = 'America/Denver'

export const labToday = (): Day => dayIn(labZone, new Date())
