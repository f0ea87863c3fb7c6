import { instantOf, wallClock } from '../../lib/wall-clock.ts'
import styles from './workflow-table.module.css'

interface Props {
  label: string
  value: string | null
  onChange: (instant: string | null) => void
}

/** A time on the user's own clock that can be corrected by hand; emptying it clears it. */
export const TimeCell = ({ label, value, onChange }: Props) => (
  <input
    type="datetime-local"
    className={styles.time}
    data-empty={value === null || undefined}
    aria-label={label}
    value={value === null ? '' : wallClock(value)}
    onChange={({ currentTarget: { value: text } }) => onChange(text === '' ? null : instantOf(text))}
  />
)
