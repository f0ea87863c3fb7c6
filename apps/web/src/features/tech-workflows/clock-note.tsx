import { counted } from '@archwire/contract/core/counted.ts'
import { useTimeAs } from '../../lib/clock.ts'
import { clockError } from '../../lib/server-time.ts'
import { Note } from '../../ui/states.tsx'

/** Says that this computer's clock is wrong, before a time is saved that a person did not type (`work/times`). */
export function ClockNote() {
  const words = useTimeAs(() => {
    const minutes = Math.round(Math.abs(clockError()) / 60_000)
    const far = minutes < 120 ? counted(minutes, 'minute') : counted(Math.round(minutes / 60), 'hour')
    return minutes === 0 ? '' : `${far} ${clockError() > 0 ? 'fast' : 'slow'}`
  })
  if (!words) return null
  return (
    <Note tone="warning">
      The clock of this computer is {words}. Start and Finish are saved with the right time; check times that you type.
    </Note>
  )
}
