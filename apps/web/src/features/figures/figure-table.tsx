import type { ReactNode } from 'react'
import { Section } from '../../ui/page.tsx'
import styles from './figure-table.module.css'

export interface FigureColumn<Row> {
  label: string
  render: (row: Row) => ReactNode
  /** Drawn beside the value: the row's length against the longest one. */
  bar?: (row: Row) => number
}

interface Props<Row> {
  title: string
  /** What is counted, in a sentence. */
  note?: string
  /** What the rows are of; the first column names them. */
  rowLabel: string
  renderName: (row: Row) => ReactNode
  keyOf: (row: Row) => string | number
  columns: readonly FigureColumn<Row>[]
  rows: readonly Row[]
  empty: string
}

/** A plot that is its own table: a row for each bar, with its figures beside it. */
export function FigureTable<Row>({ title, note, rowLabel, renderName, keyOf, columns, rows, empty }: Props<Row>) {
  return (
    <Section title={title}>
      {note && <p className={styles.note}>{note}</p>}
      {rows.length === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        // A region of its own that takes the keys: on a phone a wide table moves sideways, and the page does not.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move it
        <div className={styles.frame} role="region" aria-label={title} tabIndex={0}>
          <table className={styles.table}>
            <caption className="visually-hidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{rowLabel}</th>
                {columns.map(({ label }) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={keyOf(row)}>
                  <th scope="row">{renderName(row)}</th>
                  {columns.map((column) => (
                    <td key={column.label} className="numeric" data-bar={column.bar ? '' : undefined}>
                      {column.bar && <Bar share={shareOf(column.bar, row, rows)} />}
                      {column.render(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}

const shareOf = <Row,>(bar: (row: Row) => number, row: Row, rows: readonly Row[]): number =>
  bar(row) / Math.max(1, ...rows.map(bar))

const Bar = ({ share }: { share: number }) => (
  <span className={styles.track} aria-hidden="true">
    {share > 0 && <span className={styles.bar} style={{ width: `${Math.max(1, share * 100)}%` }} />}
  </span>
)
