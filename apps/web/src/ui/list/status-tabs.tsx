import { formatCount } from '../../lib/format.ts'
import styles from './status-tabs.module.css'

export interface StatusTab {
  value: string
  label: string
  count?: number | undefined
  /** What it counts waits for the person who looks: the count stands out. */
  waiting?: boolean
  /** Second on phones, whatever it counts. */
  first?: boolean
  /** What its list leaves out, where its name does not say so. */
  hint?: string | undefined
}

interface Props {
  label: string
  tabs: StatusTab[]
  value: string
  onChange: (value: string) => void
}

/** One state at a time, with how many cases are in each. */
export const StatusTabs = ({ label, tabs, value, onChange }: Props) => (
  <fieldset className={styles.tabs} aria-label={label}>
    {tabs.map((tab) => (
      <button
        key={tab.value}
        type="button"
        aria-pressed={tab.value === value || value.split(',').includes(tab.value)}
        data-waiting={tab.waiting || undefined}
        data-first={tab.first || undefined}
        title={tab.waiting ? 'Waits for you' : tab.hint}
        onClick={() => onChange(tab.value)}
      >
        {tab.label}
        <span className="numeric">{tab.count === undefined ? '' : formatCount(tab.count)}</span>
      </button>
    ))}
  </fieldset>
)
