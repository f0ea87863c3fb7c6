import { memo, type ReactNode } from 'react'
import type { Column, Row } from './data-table.tsx'
import styles from './data-table.module.css'

interface RowState {
  /** It changed a moment ago. */
  glows: boolean
}

interface TableRowProps<T extends Row> extends RowState {
  row: T
  columns: Column<T>[]
  open: boolean
  /** Its box, where rows can be selected. */
  select: ((row: T, selected: boolean) => ReactNode) | undefined
  selected: boolean
}

interface ItemProps<T extends Row> extends RowState {
  row: T
  render: (row: T) => ReactNode
}

/**
 * For the link of a row to its page: the row itself is the stop of the keyboard, and on phones the link covers the row,
 * so that screen readers and new tabs have something to open.
 */
export const opensRow = { tabIndex: -1, 'data-opens': true } as const

/** What the keyboard and the table's listeners know a row by. */
const rowProps = (row: Row, { glows }: RowState) => ({
  'data-row': row.id,
  'data-changed': glows || undefined,
  tabIndex: 0,
})

/**
 * A row draws itself again only when its own record or the columns change: a list of 200 that is fetched again mostly
 * has the same rows (`npm run bench -- web`). Its clicks and keys are the table's.
 */
export const TableRow = memo(function TableRow<T extends Row>({
  row,
  columns,
  open,
  select,
  selected,
  ...state
}: TableRowProps<T>) {
  return (
    <tr {...rowProps(row, state)} data-open={open || undefined} data-selected={selected || undefined}>
      {select?.(row, selected)}
      {columns.map((column) => (
        <td key={column.key} className={cellClass(column)} translate={column.verbatim && 'no'}>
          {column.render(row, open)}
        </td>
      ))}
    </tr>
  )
}) as <T extends Row>(props: TableRowProps<T>) => ReactNode

/** The same on phones. */
export const ItemRow = memo(function ItemRow<T extends Row>({ row, render, ...state }: ItemProps<T>) {
  return <li {...rowProps(row, state)}>{render(row)}</li>
}) as <T extends Row>(props: ItemProps<T>) => ReactNode

export const cellClass = (column: Pick<Column<never>, 'align' | 'from' | 'screenOnly'>): string =>
  [column.align && styles.right, column.from && styles[column.from], column.screenOnly && styles.screenOnly]
    .filter(Boolean)
    .join(' ')
