import type { StatusColor } from './fields.ts'

/** A state's number, name and color; `open`: work remains to be done. */
interface Status {
  readonly id: number
  readonly label: string
  readonly color: StatusColor
  readonly open?: true
}

/** A table of states in life-cycle order, by name. */
export type Statuses<S extends string = string> = Readonly<Record<S, Status>>

/** Declares a table of states; their names become a type. */
export const statuses = <const T extends Statuses>(table: T): T => table

/** The names of all states, in the order of the table. */
export const statusNames = <S extends string>(table: Statuses<S>): S[] => Object.keys(table) as S[]

/** The name of the state with this id. @throws RangeError for an unknown id */
export function statusById<S extends string>(table: Statuses<S>, id: number): S {
  const found = statusNames(table).find((name) => table[name].id === id)
  if (found === undefined) throw new RangeError(`No state has the id ${id}.`)
  return found
}

/** A state as responses show it. */
export const presentStatus = <S extends string>(table: Statuses<S>, key: S) => {
  const { id, label, color } = table[key]
  return { id, key, label, color }
}

/** The states of a table in which work remains to be done. */
export const openStatuses = <S extends string>(table: Statuses<S>): Status[] =>
  statusNames(table)
    .map((name) => table[name])
    .filter(({ open }) => open)
