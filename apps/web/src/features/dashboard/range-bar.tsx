import type { Day } from '@archwire/contract/core/dates.ts'
import { presetLabels, presets, type DayRange, type Preset } from '@archwire/contract/dashboard/ranges.ts'
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useId } from 'react'
import { formatDay, formatDays } from '../../lib/format.ts'
import { Ago } from '../../ui/badges.tsx'
import { DayRangePicker } from '../../ui/form/day-range-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select-field.tsx'
import { daysText, shownDays } from './range-in-address.ts'
import shared from './dashboard.module.css'
import styles from './range-bar.module.css'

interface Props {
  preset: Preset | 'custom'
  range: DayRange
  /** What the figures are compared with. */
  before: DayRange | null
  today: Day
  onPreset: (preset: Preset) => void
  /** `from,to` of days picked by hand. */
  onDays: (days: string) => void
  computedAt: string | undefined
  refreshing: boolean
  onRefresh: () => void
}

const options = [
  ...presets.map((id) => ({ id, label: presetLabels[id] })),
  // Days picked by hand are shown in the other field.
  { id: 'custom' as const, label: presetLabels.custom, disabled: true },
]

/** The days of the figures, their age, and a refresh. */
export function RangeBar({ preset, range, before, today, onPreset, onDays, computedAt, refreshing, onRefresh }: Props) {
  const id = useId()
  const [presetId, daysId] = [`${id}-preset`, `${id}-days`]
  return (
    <div className={styles.rangeBar}>
      <Field id={presetId} label="Range">
        <Select id={presetId} options={options} value={preset} onChange={(next) => onPreset(next as Preset)} />
      </Field>
      <div className={styles.days}>
        <Field id={daysId} label="Days">
          <DayRangePicker
            id={daysId}
            placeholder={range.to === null ? 'All time' : `until ${formatDay(range.to, true)}`}
            max={today}
            today={today}
            value={shownDays(range, today)}
            onChange={(from, to) => onDays(daysText(from, to))}
          />
        </Field>
      </div>
      {before && (
        <span className={`${shared.quiet} ${styles.before}`}>
          compared with {formatDays(`${before.from},${before.to}`)}
        </span>
      )}
      <div className={styles.refresh}>
        {computedAt && (
          <span className={shared.quiet} aria-live="polite">
            Computed <Ago at={computedAt} />
          </span>
        )}
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.7} />}
          loading={refreshing}
          onClick={onRefresh}
        >
          Refresh
        </Button>
      </div>
    </div>
  )
}
