import type { Day } from '@archwire/contract/core/dates.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useId, useRef, useState } from 'react'
import { formatDay } from '../../lib/format.ts'
import { DayText } from '../form/day-text.tsx'
import DaysCalendar from '../form/days-calendar.tsx'
import { Field } from '../form/field.tsx'
import { typedDay } from '../form/typed-day.ts'
import styles from './days-form.module.css'
import bar from './filter-bar.module.css'

type End = 'from' | 'to'
const ends = ['from', 'to'] as const
/** What is typed into the two fields. */
export type DaysTexts = Record<End, string>

interface Props {
  texts: DaysTexts
  onTexts: (texts: DaysTexts) => void
  today: Day
  max: Day | undefined
  /** With `from,to`, or '' where both are empty. */
  onApply: (value: string) => void
}

/** First and last day of a range, as text and with a calendar, which fills the field that was used last. */
export default function DaysForm({ texts, onTexts, today, max, onApply }: Props) {
  const id = useId()
  const coarse = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const [active, setActive] = useState<End>('from')
  // What is wrong is said once the field is left, not while it is typed.
  const [left, setLeft] = useState({ from: texts.from !== '', to: texts.to !== '' })
  const inputs = useRef<Partial<Record<End, HTMLInputElement | null>>>({})
  const place = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // It may come after the panel has given the focus away. A finger that opens it does not want a keyboard over the
    // calendar at once.
    const first = coarse ? place.current : inputs.current.from
    first?.focus({ preventScroll: true })
    // The panel has its place a moment later; below the edge of a small window would be Apply.
    const shown = setTimeout(() => place.current?.scrollIntoView({ block: 'nearest' }), 50)
    return () => clearTimeout(shown)
  }, [coarse])
  const read = { from: typedDay(texts.from, { today, max }), to: typedDay(texts.to, { today, max }) }
  const days = { from: read.from.day, to: read.to.day }
  const isInverted = days.from && days.to && days.from > days.to
  const problems = {
    from: read.from.problem,
    to: read.to.problem ?? (isInverted ? 'To is before From.' : undefined),
  }

  const leave = (end: End, day: Day | null | undefined, isPicked = false) => {
    setLeft((now) => ({ ...now, [end]: true }))
    if (day) onTexts({ ...texts, [end]: formatDay(day, true) })
    if (isPicked && end === 'from') setActive('to')
  }
  return (
    <form
      ref={place}
      className={styles.days}
      noValidate
      tabIndex={-1}
      data-autofocus={coarse || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        setLeft({ from: true, to: true })
        const wrong = ends.find((end) => problems[end])
        if (wrong) inputs.current[wrong]?.focus()
        else onApply(days.from || days.to ? `${days.from ?? ''},${days.to ?? ''}` : '')
      }}
    >
      {ends.map((end) => (
        <Field
          key={end}
          id={`${id}-${end}`}
          label={end === 'from' ? 'From' : 'To'}
          error={left[end] ? problems[end] : undefined}
        >
          <DayText
            id={`${id}-${end}`}
            ref={(input) => {
              inputs.current[end] = input
            }}
            text={texts[end]}
            error={left[end] ? problems[end] : undefined}
            placeholder="Any day"
            data-active={active === end || undefined}
            data-autofocus={(!coarse && end === 'from') || undefined}
            onFocus={() => setActive(end)}
            onText={(text) => onTexts({ ...texts, [end]: text })}
            onBlur={() => leave(end, days[end])}
          />
        </Field>
      ))}
      <div className={styles.calendar}>
        <DaysCalendar
          label={`Calendar for ${active === 'from' ? 'From' : 'To'}`}
          from={days.from ?? null}
          to={days.to ?? null}
          begin={days[active] ?? days.from ?? days.to ?? today}
          today={today}
          max={max}
          size={coarse ? 'md' : 'sm'}
          onPick={(day) => leave(active, day, true)}
        />
      </div>
      <button type="submit" className={bar.apply}>
        Apply
      </button>
    </form>
  )
}
