import { formatCount } from '../../lib/format.ts'
import type { Facet, FacetOption } from './facets.ts'
import styles from './global-search.module.css'

interface Props {
  facet: Facet
  options: readonly FacetOption[]
  /** Undefined while nothing was found yet. */
  counts: Record<string, number> | undefined
  /** A comma list of ids. */
  value: string
  onChange: (value: string) => void
}

/** A filter with a box for each value, and how many hits it has beside the other filters. */
export function FacetBox({ facet, options, counts, value, onChange }: Props) {
  const chosen = new Set(value.split(',').filter(Boolean))
  const toggle = (id: string) =>
    onChange(
      options
        .map((option) => option.id)
        .filter((other) => chosen.has(other) !== (other === id))
        .join(','),
    )
  return (
    <fieldset className={styles.facet}>
      <legend>{facet.label}</legend>
      {value !== '' && (
        <button
          type="button"
          className={styles.clear}
          aria-label={`Clear ${facet.label}`}
          onClick={(event) => {
            // The button goes; the keyboard stays at its filter.
            event.currentTarget.parentElement?.querySelector('input')?.focus()
            onChange('')
          }}
        >
          Clear
        </button>
      )}
      <div className={styles.boxes}>
        {options.map(({ id, label }) => (
          <label key={id} data-none={(counts && !counts[id] && !chosen.has(id)) || undefined}>
            <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} />
            <span>{label}</span> <small className="numeric">{counts && formatCount(counts[id] ?? 0)}</small>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
