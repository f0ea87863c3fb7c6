import type { ParsedLocation } from '@tanstack/react-router'

/** The row that was left last, by the key of the list's history entry: Back finds it there. Memory of this page alone. */
const left = new Map<string, number>()

// oxlint-disable-next-line no-underscore-dangle -- the router's own name
const keyOf = ({ state }: ParsedLocation): string => state.__TSR_key ?? ''

/** The row of a list that a person comes back to: by the way up, or by Back. */
export const rowOf = (location: ParsedLocation): number | undefined => location.state.row ?? left.get(keyOf(location))

/** Notes the row that has the focus as its list goes. */
export function noteLeftRow(location: ParsedLocation): void {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row
  if (row !== undefined) left.set(keyOf(location), Number(row))
}
