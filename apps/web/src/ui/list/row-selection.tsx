import { useMemo, useRef, type ReactNode } from 'react'
import styles from './data-table.module.css'

/** How a table selects rows; most tables do not, so that it comes with the page (`useRowSelection`). */
export interface RowSelection<T> {
  ids: ReadonlySet<number>
  /** Selects a row or takes it off again; a range does the same to every row since the last one. */
  toggle: (rows: T[], row: T, range: boolean) => void
  head: (rows: T[]) => ReactNode
  /** The same function each time. */
  cell: (row: T, selected: boolean) => ReactNode
}

interface Options<T> {
  ids: ReadonlySet<number>
  select: (rows: T[], selected: boolean) => void
  /** What a row is called, for its box; the same function each time. */
  nameOf: (row: T) => string
}

/** Rows that a person selects to do the same with all of them: by boxes, a range with Shift, `x` on a row. */
export function useRowSelection<T extends { id: number }>({ ids, select, nameOf }: Options<T>): RowSelection<T> {
  const last = useRef<number>(undefined)
  const cell = useMemo(
    () => (row: T, selected: boolean) => (
      <td className={styles.select}>
        <label>
          {/* Its clicks are the table's. */}
          <input type="checkbox" data-select aria-label={`Select ${nameOf(row)}`} checked={selected} readOnly />
        </label>
      </td>
    ),
    [nameOf],
  )
  return {
    ids,
    cell,
    head: (rows) => <SelectHead {...{ rows, ids, select }} />,
    toggle(rows, row, range) {
      const from = range ? rows.findIndex(({ id }) => id === last.current) : -1
      const to = rows.indexOf(row)
      last.current = row.id
      const between = from === -1 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1)
      select(between, !ids.has(row.id))
    },
  }
}

/** Selects all rows of the page, or none of them. */
function SelectHead<T extends { id: number }>({ rows, ids, select }: Omit<Options<T>, 'nameOf'> & { rows: T[] }) {
  const count = rows.filter(({ id }) => ids.has(id)).length
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
          onChange={() => select(rows, !all)}
        />
      </label>
    </th>
  )
}
