import { deciduousTeeth, isDeciduous, permanentTeeth } from '@archwire/contract/rx-forms/teeth.ts'

/** A chart's rows from top to bottom: the deciduous teeth, where they are shown, stand between the permanent ones. */
export const rowsOf = (deciduous: boolean): readonly (readonly number[])[] =>
  deciduous
    ? [permanentTeeth.upper, deciduousTeeth.upper, deciduousTeeth.lower, permanentTeeth.lower]
    : [permanentTeeth.upper, permanentTeeth.lower]

/** The column of a tooth of sixteen: a deciduous one stands where its successor does. */
const columnOf = (tooth: number, row: readonly number[]): number => row.indexOf(tooth) + (isDeciduous(tooth) ? 3 : 0)

interface Place {
  row: number
  column: number
}
const placeOf = (tooth: number, rows: ReturnType<typeof rowsOf>): Place => {
  const row = rows.findIndex((teeth) => teeth.includes(tooth))
  return { row, column: columnOf(tooth, rows[row]!) }
}
const at = ({ row, column }: Place, rows: ReturnType<typeof rowsOf>): number => {
  const teeth = rows[row]!
  const first = columnOf(teeth[0]!, teeth)
  return teeth[Math.min(Math.max(column - first, 0), teeth.length - 1)]!
}

/** Where a key leads from a tooth; undefined for keys that lead nowhere. */
export function stepFrom(tooth: number, key: string, rows: ReturnType<typeof rowsOf>): number | undefined {
  const { row, column } = placeOf(tooth, rows)
  switch (key) {
    case 'ArrowLeft':
      return at({ row, column: column - 1 }, rows)
    case 'ArrowRight':
      return at({ row, column: column + 1 }, rows)
    case 'ArrowUp':
      return at({ row: Math.max(row - 1, 0), column }, rows)
    case 'ArrowDown':
      return at({ row: Math.min(row + 1, rows.length - 1), column }, rows)
    case 'Home':
      return at({ row, column: 0 }, rows)
    case 'End':
      return at({ row, column: 15 }, rows)
    default:
      return undefined
  }
}

/** The teeth from one to another: along a row, or the part of several rows between them. */
export function between(from: number, to: number, rows: ReturnType<typeof rowsOf>): number[] {
  const [start, end] = [placeOf(from, rows), placeOf(to, rows)]
  const within = (value: number, a: number, b: number) => value >= Math.min(a, b) && value <= Math.max(a, b)
  return rows.flatMap((teeth, row) =>
    within(row, start.row, end.row)
      ? teeth.filter((tooth) => within(columnOf(tooth, teeth), start.column, end.column))
      : [],
  )
}
