import styles from './workflow-table.module.css'

interface Props {
  label: string
  value: string | null
  onChange: (instant: string | null) => void
}

/** An instant in the format of the browser's own field: this computer's local time, without a zone. */
const wallClock = (instant: string): string => {
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** A time that can be corrected by hand; emptying it clears it. */
export const TimeCell = ({ label, value, onChange }: Props) => (
  <input
    type="datetime-local"
    className={styles.time}
    data-empty={value === null || undefined}
    aria-label={label}
    value={value === null ? '' : wallClock(value)}
    // The field gives this computer's local time: `Date` adds its zone.
    onChange={({ currentTarget: { value: text } }) => onChange(text === '' ? null : new Date(text).toISOString())}
  />
)
