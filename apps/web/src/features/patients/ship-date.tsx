import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { useTimeAs } from '../../lib/clock.ts'
import { formatDeadline } from '../../lib/format.ts'
import { useLabClock } from '../../lib/lab-clock.ts'
import { roleOf, useSession } from '../../lib/session.tsx'
import { DueDate } from '../../ui/badges.tsx'
import styles from './patients.module.css'
import { isDone, mayBeLate } from './whose-turn.ts'

/** Nothing of a canceled case ships any more (`cases/canceled`). */
export const shipsAtAll = (row: Pick<PatientSummary, 'ship_date' | 'cancelled_at'>): boolean =>
  row.ship_date !== null && row.cancelled_at === null

/** The day on which a case of a list ships; late only for whoever is to act (`work/late`). */
export function ShipDate({ row }: { row: PatientSummary }) {
  const { today } = useLabClock()
  const { me } = useSession()
  return <DueDate day={row.ship_date} today={today} done={isDone(row)} quiet={!mayBeLate(row, roleOf(me))} />
}

const day = 24 * 3600_000

/** By when a setup is to be approved, on the reader's clock: soon is marked, passed is late (`cases/approve-by`). */
export function ApproveBy({ at }: { at: string }) {
  const tone = useTimeAs((now) => {
    const left = Date.parse(at) - now
    return left <= 0 ? 'late' : left < day ? 'soon' : 'far'
  })
  return (
    <time dateTime={at} className={`${styles.approveBy} numeric`} data-tone={tone}>
      {formatDeadline(at)}
      {tone === 'late' && ' passed'}
    </time>
  )
}
