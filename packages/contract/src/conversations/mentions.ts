/**
 * How a message names somebody: `@[7]` is the person of that id, `@[lab]` the lab as a whole. Names are read with the
 * message, so that each reader sees the one that is theirs to see (`cases/mentions`).
 */
const mention = /@\[(lab|[1-9]\d{0,9})\]/g

/** Who is mentioned: the id of a person, or the lab. */
export type Mentioned = number | 'lab'

const whoOf = (written: string): Mentioned => (written === 'lab' ? 'lab' : Number(written))

/** How a mention of somebody is written. */
export const writeMention = (who: Mentioned): string => `@[${who}]`

/** Everybody whom a text mentions, each once, in the order of the text. */
export const mentionedIn = (text: string): Mentioned[] => [
  ...new Set([...text.matchAll(mention)].map(([, written]) => whoOf(written!))),
]

/** A text with its mentions written anew, by what `write` makes of each. */
export const replaceMentions = (text: string, write: (who: Mentioned) => string): string =>
  text.replaceAll(mention, (_, written: string) => write(whoOf(written)))

/** A text as its plain parts and the mentions between them, in order. */
export function partsOf(text: string): (string | { who: Mentioned })[] {
  const parts: (string | { who: Mentioned })[] = []
  let end = 0
  for (const found of text.matchAll(mention)) {
    if (found.index > end) parts.push(text.slice(end, found.index))
    parts.push({ who: whoOf(found[1]!) })
    end = found.index + found[0].length
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}
