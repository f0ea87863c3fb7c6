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

/** Whether these are all words of the label: "finish sculpt" is not "Finish Sculpt, start Base". */
export const isExactly = (label: string, typed: string): boolean =>
  wordsOf(label).join(' ') === wordsOf(typed).join(' ')
