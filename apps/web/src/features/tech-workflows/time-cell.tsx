import { useRef, useState } from 'react'
import { asLine } from '../../lib/as-line.ts'
import { dayAt, formatInstant, formatTime } from '../../lib/format.ts'
import { readMoment } from '../../lib/typed-dates.ts'
import { instantOf, wallClock } from '../../lib/wall-clock.ts'
import { isComposing, useComposed } from '../../ui/form/use-composed.ts'
import { unreadText, unreadTime } from './unread-time.ts'
import own from './time-cell.module.css'
import styles from './workflow-table.module.css'

interface Props {
  label: string
  value: string | null
  /** The step's other time: a time without a day is of its day, where there was none before. */
  other: string | null
  now: number
  onChange: (time: string | null) => void
  /** Whether it is being typed: what is wrong is said once that is over. */
  onTyping: (isTyping: boolean) => void
  /** The id of what says what is wrong with the row, while it does. */
  problemId: string | undefined
}

const isInstant = (time: string | null): time is string => time !== null && unreadText(time) === null

const partOfDay = (hour: number): string =>
  hour < 12 ? 'in the morning' : hour < 18 ? 'in the afternoon' : 'in the evening'

/** How a time was read: one without AM or PM is on the 24-hour clock, which its text alone does not tell. */
const readingOf = (time: string): string =>
  `Read as ${formatInstant(time)}, ${partOfDay(Number.parseInt(formatTime(time), 10))}`

const textOf = (time: string | null): string => unreadText(time) ?? (time === null ? '' : formatInstant(time))

/**
 * A time on the user's own clock, typed as text (`screens/typed-dates`); emptying it clears it. How it is read is said
 * while it is typed (`work/step-times`). What cannot be read is kept as it is (`unreadTime`).
 */
export function TimeCell({ label, value, other, now, onChange, onTyping, problemId }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const before = useRef(value)
  const read = (text: string): string | null => {
    if (text.trim() === '') return null
    const today = dayAt(new Date(now).toISOString())
    const usual = [before.current, other].find(isInstant)
    const moment = readMoment(text, { day: usual ? dayAt(usual) : today, today, max: today })
    if (moment === undefined) return unreadTime(text)
    // The minute that it was keeps its seconds.
    return isInstant(before.current) && wallClock(before.current) === moment ? before.current : instantOf(moment)
  }
  const end = () => {
    setTyped(null)
    onTyping(false)
  }
  const composed = useComposed<HTMLInputElement>(typed ?? textOf(value), (input) => {
    const text = asLine(input.value)
    setTyped(text)
    onTyping(true)
    onChange(read(text))
  })
  const isRead = typed !== null && isInstant(value) && typed.trim() !== formatInstant(value)
  return (
    <>
      <input
        className={styles.time}
        aria-label={label}
        aria-invalid={problemId !== undefined && unreadText(value) !== null}
        aria-describedby={problemId}
        autoComplete="off"
        maxLength={40}
        size={17}
        placeholder="14:05"
        onFocus={({ currentTarget }) => {
          before.current = value
          currentTarget.select()
        }}
        onBlur={end}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          if (isComposing(event)) return event.stopPropagation()
          if (unreadText(value) === null) return
          // It stays open until it can be read.
          event.preventDefault()
          event.stopPropagation()
          end()
        }}
        {...composed}
      />
      <small role="status" className={own.reading}>
        {isRead && readingOf(value)}
      </small>
    </>
  )
}
