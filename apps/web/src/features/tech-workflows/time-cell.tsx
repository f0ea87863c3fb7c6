import styles from './workflow-table.module.css'

interface Props {
  label: string
  value: string | null
  onChange: (instant: string | null) => void
}

/** An instant as the browser's own field wants it: the wall clock of this computer, without a zone. */
const wallClock = (instant: string): string => {
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** A time that can be corrected by hand; empty takes it back. */
export const TimeCell = ({ label, value, onChange }: Props) => (
  <input
    type="datetime-local"
    className={styles.time}
    data-empty={value === null || undefined}
    aria-label={label}
    value={value === null ? '' : wallClock(value)}
    // The field tells wall-clock time of this computer: its zone belongs to it, and `Date` adds just that.
    onChange={({ currentTarget: { value: text } }) => onChange(text === '' ? null : new Date(text).toISOString())}
  />
)
