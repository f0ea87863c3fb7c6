import type { Day } from '@archwire/contract/core/dates.ts'
import { lazy, Suspense, useState } from 'react'
import { formatDay, formatDays } from '../../lib/format.ts'
import type { DaysTexts } from './days-form.tsx'
import styles from './days-form.module.css'
import { PickerChip } from './filter-chips.tsx'

/** A chunk of its own, with the calendar: few filters are opened. */
const DaysForm = lazy(() => import('./days-form.tsx').catch(() => ({ default: NotLoaded })))

const NotLoaded = () => (
  <p tabIndex={-1} data-autofocus className={styles.missing}>
    The days could not be loaded. Reload the page to try again.
  </p>
)

interface Props {
  label: string
  /** `from,to`; one of them may be missing. */
  value: string
  onChange: (value: string) => void
  today: Day
  /** The last day that can be meant. */
  max?: Day | undefined
}

const textsOf = (value: string): DaysTexts => {
  const [from = '', to = ''] = value.split(',').map((day) => (day === '' ? '' : formatDay(day, true)))
  return { from, to }
}

/** A range of calendar days, both ends included, one of which may be open; stored as `from,to` (`screens/typed-dates`). */
export function DaysChip({ label, value, onChange, today, max }: Props) {
  // What was typed is still there when the panel is opened again, until the filter changes.
  const [typed, setTyped] = useState<{ of: string; texts: DaysTexts } | null>(null)
  return (
    <PickerChip label={label} value={value === '' ? '' : formatDays(value)} onClear={() => onChange('')}>
      {(close) => (
        <Suspense fallback={<div tabIndex={-1} data-autofocus className={styles.place} />}>
          <DaysForm
            texts={typed?.of === value ? typed.texts : textsOf(value)}
            onTexts={(texts) => setTyped({ of: value, texts })}
            today={today}
            max={max}
            onApply={(next) => {
              setTyped(null)
              onChange(next)
              close()
            }}
          />
        </Suspense>
      )}
    </PickerChip>
  )
}
