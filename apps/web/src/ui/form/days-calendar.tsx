import type { Day } from '@archwire/contract/core/dates.ts'
import { Calendar } from '@mantine/dates'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { commonCalendar } from './calendar.tsx'

interface Props {
  label: string
  from: Day | null
  to: Day | null
  /** The day whose month is shown. */
  begin: Day
  today: Day
  min?: Day | undefined
  max?: Day | undefined
  /** Days that cannot be chosen. */
  excluded?: ((day: Day) => boolean) | undefined
  /** A day of the month that is shown. */
  onMonth?: ((day: Day) => void) | undefined
  /** The initial focus is on `begin`. */
  focusFirst?: boolean
  size: 'sm' | 'md'
  onPick: (day: Day) => void
}

/** A month of days with a day or a range in it. */
export default function DaysCalendar(props: Props) {
  const { label, from, to, begin, today, min, max, excluded, onMonth, focusFirst, size, onPick } = props
  const [month, setMonth] = useState(begin)
  // A day that was typed or picked is shown; otherwise the month stays where it was turned to.
  const [shown, setShown] = useState(begin)
  if (shown !== begin) {
    setShown(begin)
    setMonth(begin)
  }
  const place = useRef<HTMLDivElement>(null)
  const look = useEffectEvent(() => {
    onMonth?.(month)
  })
  useEffect(() => look(), [month])
  useEffect(() => {
    if (!focusFirst) return undefined
    // Once the panel has noted where the focus was, to give it back.
    const focused = setTimeout(() => {
      // A day that cannot be chosen, or is not known yet, takes no focus.
      const day = place.current?.querySelector<HTMLElement>('[data-autofocus]:not(:disabled)')
      ;(day ?? place.current)?.focus({ preventScroll: true })
    })
    return () => clearTimeout(focused)
  }, [focusFirst])
  const isRange = from !== null && to !== null && from < to
  return (
    <div
      ref={place}
      role="group"
      aria-label={label}
      tabIndex={focusFirst ? -1 : undefined}
      style={{ outline: 0 }}
      // Escape closes the calendar alone, not the dialog that it opened in.
      data-mantine-stop-propagation={focusFirst}
    >
      <Calendar
        {...commonCalendar}
        __stopPropagation={focusFirst}
        size={size}
        date={month}
        onDateChange={setMonth}
        minDate={min}
        maxDate={max}
        excludeDate={excluded}
        getDayProps={(day) => ({
          selected: day === from || day === to,
          inRange: isRange && day >= from && day <= to,
          firstInRange: isRange && day === from,
          lastInRange: isRange && day === to,
          'data-today': day === today || undefined,
          'data-autofocus': (focusFirst && day === begin) || undefined,
          onClick: () => onPick(day),
        })}
      />
    </div>
  )
}
