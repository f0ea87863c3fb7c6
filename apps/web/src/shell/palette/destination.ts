import type { PickOption } from '../../ui/pick-list.tsx'

/** An entry that the palette leads to. */
export interface Destination extends PickOption {
  go: () => void
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Whether every typed word begins a word of the label: "st ca" finds "Start a New Case". */
export function matches(label: string, typed: string): boolean {
  const words = wordsOf(label)
  return wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)))
}
