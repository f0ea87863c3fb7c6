import { useRef } from 'react'
import styles from './data-table.module.css'

/** Rows that a person selects to do the same with all of them. */
export interface RowSelection<T> {
  ids: ReadonlySet<number>
  select: (rows: T[], selected: boolean) => void
  /** What a row is called, for its checkbox. */
  nameOf: (row: T) => string
}

/** The box of a row; its clicks are the table's. */
export const SelectCell = ({ label, selected }: { label: string; selected: boolean }) => (
  <td className={styles.select}>
    <label>
      <input type="checkbox" data-select aria-label={label} checked={selected} readOnly />
    </label>
  </td>
)

/** Selects all rows of the page, or none of them. */
export function SelectHead<T extends { id: number }>({ rows, selection }: { rows: T[]; selection: RowSelection<T> }) {
  const count = rows.filter(({ id }) => selection.ids.has(id)).length
  const all = count > 0 && count === rows.length
  return (
    <th scope="col" className={styles.select}>
      <label>
        <input
          type="checkbox"
          aria-label="Select all rows of this page"
          checked={all}
          disabled={rows.length === 0}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && !all
          }}
          onChange={() => selection.select(rows, !all)}
        />
      </label>
    </th>
  )
}

/** Selects a row or takes it off again; a range does the same to every row since the last one. */
export function useToggleRow<T extends { id: number }>(
  rows: T[] | undefined,
  selection: RowSelection<T> | undefined,
): (row: T, range: boolean) => void {
  const last = useRef<number>(undefined)
  return (row, range) => {
    if (!rows || !selection) return
    const from = range ? rows.findIndex(({ id }) => id === last.current) : -1
    const to = rows.indexOf(row)
    last.current = row.id
    const between = from === -1 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1)
    selection.select(between, !selection.ids.has(row.id))
  }
}
