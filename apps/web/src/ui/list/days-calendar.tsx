import type { Day } from '@archwire/contract/core/dates.ts'
import { Calendar } from '@mantine/dates'
import { useState } from 'react'
import { commonCalendar } from '../form/calendar.tsx'

interface Props {
  label: string
  from: Day | null
  to: Day | null
  /** The day whose month is shown. */
  begin: Day
  today: Day
  max: Day | undefined
  size: 'sm' | 'md'
  onPick: (day: Day) => void
}

/** A month of days with a range in it. */
export function DaysCalendar({ label, from, to, begin, today, max, size, onPick }: Props) {
  const [month, setMonth] = useState(begin)
  // A day that was typed or picked is shown; otherwise the month stays where it was turned to.
  const [shown, setShown] = useState(begin)
  if (shown !== begin) {
    setShown(begin)
    setMonth(begin)
  }
  const isRange = from !== null && to !== null && from < to
  return (
    <div role="group" aria-label={label}>
      <Calendar
        {...commonCalendar}
        size={size}
        date={month}
        onDateChange={setMonth}
        maxDate={max}
        getDayProps={(day) => ({
          selected: day === from || day === to,
          inRange: isRange && day >= from && day <= to,
          firstInRange: isRange && day === from,
          lastInRange: isRange && day === to,
          'data-today': day === today || undefined,
          onClick: () => onPick(day),
        })}
      />
    </div>
  )
}
