import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { useLabClock } from '../../lib/lab-clock.ts'
import { roleOf, useSession } from '../../lib/session.tsx'
import { DueDate } from '../../ui/badges.tsx'
import { isDone, mayBeLate } from './whose-turn.ts'

/** The day on which a case of a list ships; late only for whoever is to act (`work/late`). */
export function ShipDate({ row }: { row: PatientSummary }) {
  const { today } = useLabClock()
  const { me } = useSession()
  return <DueDate day={row.ship_date} today={today} done={isDone(row)} quiet={!mayBeLate(row, roleOf(me))} />
}
