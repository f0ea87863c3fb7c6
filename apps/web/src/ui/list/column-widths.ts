import type { CSSProperties } from 'react'
import type { Column } from './data-table.tsx'

/** What a column without a width of its own keeps at least. */
const rest = { wide: 220, narrow: 150 }
const selectWidth = 40

type Sized = Pick<Column<never>, 'width' | 'most' | 'narrow' | 'from' | 'screenOnly'>

function widthOf({ width, narrow }: Sized, isNarrow: boolean): number {
  if (width === undefined) return isNarrow ? rest.narrow : rest.wide
  return isNarrow && narrow !== undefined ? narrow : Number.parseInt(String(width), 10)
}

/**
 * How wide the columns of a table are together, at each window width that leaves out some of them
 * (`data-table.module.css`). If that is more than there is, those whose width is a number become narrower.
 */
export function widthsOf(columns: readonly Sized[], selects: boolean): CSSProperties {
  const sum = (shown: readonly Sized[], isNarrow: boolean) =>
    shown.reduce((total, column) => total + widthOf(column, isNarrow), selects ? selectWidth : 0)
  return {
    '--all': sum(columns, false),
    '--laptop': sum(
      columns.filter(({ from }) => from !== 'desktop'),
      false,
    ),
    '--narrow': sum(
      columns.filter(({ from }) => from === undefined),
      true,
    ),
    '--buttons': columns
      .filter(({ screenOnly }) => screenOnly)
      .reduce((total, column) => total + widthOf(column, false), 0),
  } as CSSProperties
}

/** The width of a column, on its head. */
export const columnStyle = (column: Sized): CSSProperties =>
  typeof column.width === 'number'
    ? ({
        '--wide': column.width,
        '--slim': widthOf(column, true),
        ...(column.most !== undefined && { '--most': column.most }),
      } as CSSProperties)
    : { width: column.width }
