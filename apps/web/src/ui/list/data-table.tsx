import type { Meta } from '@archwire/contract/core/paging.ts'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, IconSelector } from '@tabler/icons-react'
import { Fragment, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { EmptyState, ErrorState } from '../states.tsx'
import styles from './data-table.module.css'
import type { RowSelection } from './row-selection.tsx'
import { columnStyle, widthsOf } from './column-widths.ts'
import { TableFoot } from './table-foot.tsx'
import { cellClass, ItemRow, TableRow } from './table-row.tsx'
import { useChangedRows } from './use-changed-rows.ts'
import { useKnownRows } from './use-known-rows.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useWholeOnHover } from './use-whole-on-hover.ts'

export interface Row {
  id: number
  updated_at: string
}

export interface Column<T> {
  key: string
  label: ReactNode
  /** The server's name of this order; without it the head is not a button. */
  orderBy?: string
  /** `open`: the row is expanded. */
  render: (row: T, open: boolean) => ReactNode
  align?: 'right'
  /** Names, numbers, codes: a browser that translates the page leaves them. */
  verbatim?: true
  /** In pixels; a text (`140px`) is kept where columns become narrower. Columns without one share what is left. */
  width?: number | `${number}px`
  /** How wide it becomes where there is room: it takes a third of what the others leave. */
  most?: number
  /** Its width on windows below 1184 pixels. */
  narrow?: number
  /** Left out on narrower windows. */
  from?: 'laptop' | 'desktop'
  /** Buttons only: not on paper (`screens/paper`). */
  screenOnly?: true
}

export interface Sorting {
  orderBy: string
  order: 'asc' | 'desc'
}

interface Props<T extends Row> {
  /** What the table lists, for screen readers. */
  label: string
  /** The same object as long as nothing in it changes: rows draw themselves again with it. */
  columns: Column<T>[]
  rows: T[] | undefined
  /** What the rows answer: page, order and filters. Only rows of the same question glow when they change. */
  question?: string
  /** The rows still answer the question before: they are dimmed until the new ones arrive. */
  stale?: boolean
  meta: Meta | undefined
  error: unknown
  onRetry: () => void
  sorting: Sorting
  onSort: (sorting: Sorting) => void
  /** The number of the first page; 1 by default. */
  firstPage?: 0 | 1
  onPage: (page: number) => void
  onPageSize?: (size: number) => void
  pageSizes?: readonly number[]
  /** How many placeholder rows are shown while the first page loads; 10 by default. */
  skeletonRows?: number
  /** Enter on a row, and a click where rows do not expand. */
  onOpen: (row: T) => void
  /** Rows expand on click (`screens/rows`). */
  expanded?: { ids: ReadonlySet<number>; toggle: (id: number) => void; render: (row: T) => ReactNode }
  /** Above a row, across the table: what it and rows after it have in common. `before`: the row above it on this page. */
  heading?: ((row: T, before: T | undefined) => ReactNode) | undefined
  /** Rows can be selected: by their boxes, a range with Shift, `x` on a row. Not on phones. */
  selection?: RowSelection<T> | undefined
  /** A row as an item of two lines, on phones; the same function each time. */
  renderItem: (row: T) => ReactNode
  empty: { title: string; text?: string; action?: ReactNode }
}

const interactive = 'a, button, input, label, [role=menuitem]'

/**
 * The one list of the portal: paged by the server, sorted by its heads, navigated with j, k and Enter. All rows have one
 * height and columns keep their widths (`screens/rows`): what is too long is cut, and shown whole on hover.
 */
export function DataTable<T extends Row>(props: Props<T>) {
  const { columns, question = '', stale = false, error, expanded, heading, selection } = props
  const rows = useKnownRows(props.rows)
  const skeletonRows = Array.from({ length: props.skeletonRows ?? 10 }, (_, index) => index)
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const changed = useChangedRows(rows, question, stale)
  const body = useRowKeys()
  useWholeOnHover(body)
  // A line across may not span columns that the window hides: they would take room again.
  const noDesktop = useMediaQuery('(max-width: 90em)', false, { getInitialValueInEffect: false })
  const noLaptop = useMediaQuery('(max-width: 74em)', false, { getInitialValueInEffect: false })
  const hides = { desktop: noDesktop, laptop: noLaptop }
  const span = columns.filter(({ from }) => !from || !hides[from]).length + (selection ? 1 : 0)
  /** The rows' clicks and keys, heard once for all of them. */
  const ofRows = {
    onClick: (event: MouseEvent) => {
      const target = event.target as HTMLElement
      const row = rowAt(target)
      if (row && target.dataset.select !== undefined) return selection?.toggle(rows!, row, event.shiftKey)
      if (!row || target.closest(interactive) || getSelection()?.toString()) return
      if (expanded && !phone) expanded.toggle(row.id)
      else props.onOpen(row)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      const row = target.dataset.row !== undefined && rowAt(target)
      if (row && event.key === 'Enter') props.onOpen(row)
      if (row && event.key.toLowerCase() === 'x' && !event.ctrlKey && !event.metaKey && !event.altKey)
        selection?.toggle(rows!, row, event.shiftKey)
    },
  }
  const rowAt = (target: HTMLElement): T | undefined => {
    const id = Number(target.closest<HTMLElement>('[data-row]')?.dataset.row)
    return rows?.find((row) => row.id === id)
  }
  const nothing = rows?.length === 0
  const state =
    error && !rows ? (
      <ErrorState error={error} onRetry={props.onRetry} />
    ) : nothing ? (
      <EmptyState {...props.empty} />
    ) : null

  return (
    <div className={styles.table} ref={body} data-stale={stale || undefined}>
      {phone ? (
        <ul className={styles.items} aria-label={props.label} {...ofRows}>
          {rows?.map((row, index) => (
            <Fragment key={row.id}>
              <Heading of={heading?.(row, rows[index - 1])} />
              <ItemRow row={row} render={props.renderItem} glows={changed.has(row.id)} />
            </Fragment>
          ))}
          {!rows &&
            !error &&
            skeletonRows.map((index) => <li key={index} className={styles.loading} aria-hidden="true" />)}
        </ul>
      ) : (
        <table style={widthsOf(columns, selection !== undefined)} aria-label={props.label} aria-busy={!rows || stale}>
          <thead>
            <tr>
              {selection?.head(rows ?? [])}
              {columns.map((column) => (
                <Head key={column.key} column={column} sorting={props.sorting} onSort={props.onSort} />
              ))}
            </tr>
          </thead>
          <tbody {...ofRows}>
            {rows?.map((row, index) => (
              <Fragment key={row.id}>
                <Heading of={heading?.(row, rows[index - 1])} span={span} />
                <TableRow
                  row={row}
                  columns={columns}
                  open={expanded?.ids.has(row.id) ?? false}
                  glows={changed.has(row.id)}
                  select={selection?.cell}
                  selected={selection?.ids.has(row.id) ?? false}
                />
                {expanded?.ids.has(row.id) && (
                  <tr className={styles.more}>
                    <td colSpan={span}>{expanded.render(row)}</td>
                  </tr>
                )}
              </Fragment>
            ))}
            {!rows &&
              !error &&
              skeletonRows.map((index) => (
                <tr key={index} className={styles.loading} aria-hidden="true">
                  {selection && <td aria-label="Loading" />}
                  {columns.map((column) => (
                    <td key={column.key} className={cellClass(column)} aria-label="Loading">
                      <span />
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      )}
      {state}
      {props.meta && !nothing && <TableFoot {...props} meta={props.meta} />}
    </div>
  )
}

/** A line across the table, or on phones an item, that is no row. */
function Heading({ of: content, span }: { of: ReactNode; span?: number }) {
  if (!content) return null
  if (span === undefined) return <li className={styles.heading}>{content}</li>
  return (
    <tr className={`${styles.more} ${styles.heading}`}>
      <td colSpan={span}>{content}</td>
    </tr>
  )
}

interface HeadProps<T> {
  column: Column<T>
  sorting: Sorting
  onSort: (sorting: Sorting) => void
}

function Head<T>({ column, sorting, onSort }: HeadProps<T>) {
  const { orderBy } = column
  const sorted = orderBy !== undefined && sorting.orderBy === orderBy
  const Icon = !sorted ? IconSelector : sorting.order === 'asc' ? IconChevronUp : IconChevronDown
  return (
    <th
      scope="col"
      style={columnStyle(column)}
      className={cellClass(column)}
      aria-sort={sorted ? (sorting.order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {orderBy ? (
        <button
          type="button"
          data-sorted={sorted || undefined}
          onClick={() => onSort({ orderBy, order: sorted && sorting.order === 'asc' ? 'desc' : 'asc' })}
        >
          {column.label}
          <Icon size={14} aria-hidden="true" />
        </button>
      ) : (
        column.label
      )}
    </th>
  )
}
