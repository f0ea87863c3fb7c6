import type { Day } from '@archwire/contract/core/dates.ts'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendar, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { formatDay } from '../../lib/format.ts'
import { DropDown } from '../drop-down.tsx'
import type { CalendarProps } from './calendar.tsx'
import styles from './day-field.module.css'
import { DayText } from './day-text.tsx'
import { Field, type FieldProps } from './field.tsx'
import { leaveField } from './leave-field.ts'
import { useField, useFormPart, type KeysOf } from './store.ts'
import { typedDay } from './typed-day.ts'
import { isComposing } from './use-composed.ts'

/** A chunk of its own: few days are picked, most are typed or left as they are. */
const DaysCalendar = lazy(() => import('./days-calendar.tsx').catch(() => ({ default: NotLoaded })))

const NotLoaded = () => (
  <p tabIndex={-1} className={styles.missing}>
    The calendar could not be loaded. Type the date into the field.
  </p>
)

interface Props<V extends object, K extends keyof V> extends FieldProps<V, K>, CalendarProps {
  /** On the clock that the days are of. */
  today: Day
  disabled?: boolean
  clearable?: boolean
}

/**
 * A calendar day, typed as text (`screens/typed-dates`) with a calendar beside it. What is no day within `min` and `max`
 * stays in the field and is a problem of the form. The calendar does not offer `excluded` days; why one that is typed
 * cannot be chosen is said by the form that excludes it.
 */
export function DayField<V extends object, K extends KeysOf<V, Day | null>>(props: Props<V, K>) {
  const { form, name, label, help, required, onChange, disabled, clearable } = props
  const { today, min, max, excluded, onMonth, placeholder } = props
  const { id, value, error, set } = useField(form, name)
  const day = value as Day | null
  const typed = useFormPart(form, () => form.texts()[name])
  const [opened, setOpened] = useState(false)
  const coarse = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const limits = { today, min, max }

  const type = (text: string) => {
    const { day: value, problem } = typedDay(text, limits)
    form.type(name, { text, problem, value: problem === undefined ? value : undefined })
  }
  const take = (next: Day | null) => {
    form.type(name, undefined)
    set(next as V[K])
    onChange?.(next as V[K])
  }
  /** Takes over what was typed; what is wrong stays, and there is no day. */
  const read = () => {
    const text = form.texts()[name]?.text
    if (text === undefined) return
    const { day: next, problem } = typedDay(text, limits)
    take(problem === undefined ? (next ?? null) : null)
    if (problem !== undefined) form.type(name, { text: next ? formatDay(next, true) : text, problem })
    else if (next) onMonth?.(next)
  }
  const leave = () => {
    read()
    leaveField(form, name)
  }
  const pick = (next: Day | null) => {
    take(next)
    form.visit(name)
    setOpened(false)
  }
  // A text that was kept with a draft or a dialog, or that did not keep to other limits, is read again.
  const readAgain = useEffectEvent(() => {
    if (!disabled && document.activeElement?.id !== id) read()
  })
  useEffect(() => readAgain(), [min, max, disabled])

  const shown = day ?? (typed && typedDay(typed.text, limits).day) ?? undefined
  const within = (some: Day) => (min !== undefined && some < min ? min : max !== undefined && some > max ? max : some)
  const calendarLabel = `Calendar for ${label}`
  return (
    <Field id={id} label={label} error={error} help={help} required={required}>
      <span className={styles.day} data-clearable={(clearable && day !== null) || undefined}>
        <DayText
          id={id}
          name={String(name)}
          text={typed?.text ?? (day === null ? '' : formatDay(day, true))}
          error={error}
          help={help}
          disabled={disabled}
          placeholder={placeholder}
          aria-required={required}
          onText={type}
          onBlur={leave}
          onKeyDown={(event) => {
            if (isComposing(event)) return
            if (event.key === 'Enter') leave()
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            setOpened(true)
          }}
        />
        {clearable && day !== null && !disabled && (
          <button type="button" aria-label={`Clear ${label}`} onClick={() => pick(null)}>
            <IconX size={15} stroke={1.6} />
          </button>
        )}
        <DropDown
          opened={opened}
          onChange={setOpened}
          withRoles={false}
          className={styles.panel}
          renderButton={(its) => (
            <button {...its} type="button" aria-label={calendarLabel} disabled={disabled}>
              <IconCalendar size={16} stroke={1.6} />
            </button>
          )}
        >
          <Suspense
            fallback={<div className={styles.place} tabIndex={-1} data-autofocus data-mantine-stop-propagation />}
          >
            <DaysCalendar
              label={calendarLabel}
              from={day}
              to={null}
              begin={within(shown ?? today)}
              today={today}
              min={min}
              max={max}
              excluded={excluded}
              onMonth={onMonth}
              focusFirst
              size={coarse ? 'md' : 'sm'}
              onPick={pick}
            />
          </Suspense>
        </DropDown>
      </span>
    </Field>
  )
}
