import type { ParsedLocation } from '@tanstack/react-router'

/** The row that was left last, by the key of the list's history entry: Back finds it there. Memory of this page alone. */
const left = new Map<string, number>()

/** The list that was left last by one of its rows, and the path that it was left for. */
let last: { list: ParsedLocation; row: number; path: string } | undefined

// oxlint-disable-next-line no-underscore-dangle -- the router's own name
const keyOf = ({ state }: ParsedLocation): string => state.__TSR_key ?? ''

/** The row of a list that a person comes back to: by Back, or by the way up. */
export const rowOf = (location: ParsedLocation): number | undefined => left.get(keyOf(location)) ?? location.state.row

/** Notes the row that has the focus as its list goes, and the path that comes instead. */
export function noteLeftRow(list: ParsedLocation, path: string): void {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row
  if (row === undefined) return
  left.set(keyOf(list), Number(row))
  last = { list, row: Number(row), path }
}

/** How the list at `to` was when the page at `path` was opened from it; undefined if it was not. */
export const listAsLeft = (to: string, path: string): { search: object; state: { row: number } } | undefined =>
  last?.path === path && last.list.pathname === to
    ? { search: last.list.search as object, state: { row: last.row } }
    : undefined
