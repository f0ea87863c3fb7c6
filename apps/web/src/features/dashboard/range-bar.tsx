import type { Day } from '@archwire/contract/core/dates.ts'
import { presetLabels, presets, type DayRange, type Preset } from '@archwire/contract/dashboard/ranges.ts'
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useNow } from '../../lib/clock.ts'
import { formatAgo, formatInstant } from '../../lib/format.ts'
import { DayRangeField } from '../../ui/form/day-range-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import fieldStyles from '../../ui/form/field.module.css'
import { fieldId } from '../../ui/form/store.ts'
import { daysText, shownDays } from './range-in-address.ts'
import shared from './dashboard.module.css'
import styles from './range-bar.module.css'

interface Props {
  preset: Preset | 'custom'
  range: DayRange
  today: Day
  onPreset: (preset: Preset) => void
  /** `from,to` of days picked by hand. */
  onDays: (days: string) => void
  computedAt: string | undefined
  refreshing: boolean
  onRefresh: () => void
}

/** Which days the figures are of, how old they are, and new ones at once. */
export function RangeBar({ preset, range, today, onPreset, onDays, computedAt, refreshing, onRefresh }: Props) {
  return (
    <div className={styles.rangeBar}>
      <Field name="preset" label="Range">
        <select
          id={fieldId('preset')}
          className={fieldStyles.input}
          value={preset}
          onChange={({ currentTarget }) => onPreset(currentTarget.value as Preset)}
        >
          {presets.map((name) => (
            <option key={name} value={name}>
              {presetLabels[name]}
            </option>
          ))}
          <option value="custom" disabled>
            {presetLabels.custom}
          </option>
        </select>
      </Field>
      <div className={styles.days}>
        <DayRangeField
          name="days"
          label="Days"
          format="MMM D, YYYY"
          placeholder={range.to === null ? 'All time' : `Until ${range.to}`}
          max={today}
          value={shownDays(range, today)}
          onChange={(from, to) => onDays(daysText(from, to))}
        />
      </div>
      <div className={styles.refresh}>
        {computedAt && <ComputedAt at={computedAt} />}
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

function ComputedAt({ at }: { at: string }) {
  const now = useNow()
  return (
    <span className={shared.quiet} aria-live="polite" title={formatInstant(at)}>
      Computed {formatAgo(at, Math.max(now, Date.parse(at)))}
    </span>
  )
}
