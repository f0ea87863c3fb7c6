import type { StatusColor } from './fields.ts'

/** A state's number, name and color. */
interface Status {
  readonly id: number
  readonly label: string
  readonly color: StatusColor
  /** Work remains to be done. */
  readonly open?: true
  /** It is the doctor's turn: what the lab's list calls the next step then. */
  readonly doctor?: string
}

/** A table of states in life-cycle order, by name; declared `as const satisfies Statuses`, so that names are a type. */
export type Statuses<S extends string = string> = Readonly<Record<S, Status>>

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

/** Those of them in which the lab's side is to act, or whoever else does the work. */
export const statusesAtWork = <S extends string>(table: Statuses<S>): Status[] =>
  openStatuses(table).filter(({ doctor }) => !doctor)
