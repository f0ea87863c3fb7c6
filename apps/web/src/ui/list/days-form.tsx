import type { Day } from '@archwire/contract/core/dates.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useId, useRef, useState } from 'react'
import { asLine } from '../../lib/as-line.ts'
import { formatDay } from '../../lib/format.ts'
import { readDay } from '../../lib/typed-dates.ts'
import { describedBy, Field } from '../form/field.tsx'
import field from '../form/field.module.css'
import { useComposed } from '../form/use-composed.ts'
import { DaysCalendar } from './days-calendar.tsx'
import styles from './days-form.module.css'

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
  const days = { from: dayOf(texts.from), to: dayOf(texts.to) }
  const problems = problemsWith(days, today, max)

  /** The day of a text; null of an empty one, undefined of what is none. */
  function dayOf(text: string): Day | null | undefined {
    return text.trim() === '' ? null : readDay(text, { today, max })
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
        <DayText
          key={end}
          id={`${id}-${end}`}
          label={end === 'from' ? 'From' : 'To'}
          text={texts[end]}
          error={left[end] ? problems[end] : undefined}
          isActive={active === end}
          autoFocus={!coarse && end === 'from'}
          inputRef={(input) => {
            inputs.current[end] = input
          }}
          onFocus={() => setActive(end)}
          onText={(text) => onTexts({ ...texts, [end]: text })}
          onLeave={() => leave(end, days[end])}
        />
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
      <button type="submit">Apply</button>
    </form>
  )
}

function problemsWith(days: Record<End, Day | null | undefined>, today: Day, max: Day | undefined) {
  const example = `${formatDay(today, true)} or ${today.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')}`
  const problemOf = (day: Day | null | undefined) => {
    if (day === undefined) return `This is not a date. Write it like ${example}.`
    return max !== undefined && day !== null && day > max ? `At the latest ${formatDay(max, true)}.` : undefined
  }
  const inverted = days.from && days.to && days.from > days.to ? 'To is before From.' : undefined
  return { from: problemOf(days.from), to: problemOf(days.to) ?? inverted }
}

interface DayTextProps {
  id: string
  label: string
  text: string
  error: string | undefined
  /** The calendar fills this one. */
  isActive: boolean
  autoFocus: boolean
  inputRef: (input: HTMLInputElement | null) => void
  onFocus: () => void
  onText: (text: string) => void
  onLeave: () => void
}

function DayText({ id, label, text, error, isActive, autoFocus, inputRef, onFocus, onText, onLeave }: DayTextProps) {
  const composed = useComposed<HTMLInputElement>(text, ({ value }) => onText(asLine(value)))
  return (
    <Field id={id} label={label} error={error}>
      <input
        id={id}
        ref={inputRef}
        className={field.input}
        data-active={isActive || undefined}
        data-autofocus={autoFocus || undefined}
        autoComplete="off"
        maxLength={40}
        placeholder="Any day"
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, error, undefined)}
        onFocus={onFocus}
        onBlur={onLeave}
        {...composed}
      />
    </Field>
  )
}
