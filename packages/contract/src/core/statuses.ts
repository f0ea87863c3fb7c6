import type { StatusColor } from './fields.ts'

/** A table of states: by name what each is numbered, called and colored. */
export type Statuses<S extends string = string> = Readonly<
  Record<S, { readonly id: number; readonly label: string; readonly color: StatusColor }>
>

/** Declares a table of states; their names become a type. */
export const statuses = <const T extends Statuses>(table: T): T => table

/** The names of all states, in the order of the table. */
export const statusNames = <S extends string>(table: Statuses<S>): S[] => Object.keys(table) as S[]

/** The name of the state with this id. @throws RangeError where the table has none */
export function statusById<S extends string>(table: Statuses<S>, id: number): S {
  const found = statusNames(table).find((name) => table[name].id === id)
  if (found === undefined) throw new RangeError(`No state has the id ${id}.`)
  return found
}

/** A state as answers show it. */
export const presentStatus = <S extends string>(table: Statuses<S>, key: S) => ({ key, ...table[key] })
