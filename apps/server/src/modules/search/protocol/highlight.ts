import type { Meant } from './words.ts'

/** A word as the index compares it; what has no Latin letter stays. */
const plain = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a word of a text is one that the query asked for. */
const isAsked = (word: string, asked: readonly Meant[]): boolean =>
  asked.some(
    (meant) =>
      !meant.not &&
      (meant.word === word ||
        (meant.begins && word.startsWith(meant.word)) ||
        meant.alike.some((other) => other.word === word)),
  )

/**
 * The attributes of a hit as texts, with the words that were found between two marks (`_formatted`). Numbers become
 * texts, as Meilisearch sends them.
 */
export function formatted(
  hit: object,
  { attributes, before, after }: { attributes: ReadonlySet<string> | null; before: string; after: string },
  asked: readonly Meant[],
): object {
  const marked = (text: string): string =>
    text.replace(/[^\s!-/:-@[-`{-~]+/g, (word) => (isAsked(plain(word), asked) ? `${before}${word}${after}` : word))
  const format = (value: unknown, marks: boolean): unknown => {
    if (typeof value === 'string') return marks ? marked(value) : value
    if (typeof value === 'number') return marks ? marked(String(value)) : String(value)
    if (Array.isArray(value)) return value.map((entry) => format(entry, marks))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, format(inner, marks)]))
  }
  return Object.fromEntries(
    Object.entries(hit).map(([name, value]) => [name, format(value, attributes === null || attributes.has(name))]),
  )
}
