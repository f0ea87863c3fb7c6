import { Fragment, type ReactNode } from 'react'

/** A letter as a search compares it; a sign that is more than one letter stands for itself. */
const folded = (letter: string): string => {
  const plain = letter.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.length === letter.length ? plain : letter.toLowerCase().slice(0, letter.length).padEnd(letter.length)
}
const fold = (text: string): string => Array.from(text, folded).join('')

/**
 * Where the words of a typed text stand in a text, from the first to the last; words of one or two letters only at the
 * beginning of a word, where a search finds them (`work/search`).
 */
export function placesOf(text: string, typed: string): [from: number, to: number][] {
  const plain = fold(text)
  // Accents that were composed before they were folded have the length of the text again.
  const words = fold(typed.normalize('NFC'))
    .split(/[\s,]+/)
    .filter(Boolean)
  const found = words.flatMap((word) => {
    const places: [number, number][] = []
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1))
      if (word.length > 2 || at === 0 || /[^\p{L}\p{N}]/u.test(plain[at - 1]!)) places.push([at, at + word.length])
    return places
  })
  const places: [number, number][] = []
  for (const [from, to] of found.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = places.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else places.push([from, to])
  }
  return places
}

/** A text with the typed words in it marked. */
export function marked(text: string, typed: string): ReactNode {
  const places = placesOf(text, typed)
  if (places.length === 0) return text
  return (
    <>
      {places.map(([from, to], index) => (
        <Fragment key={from}>
          {text.slice(places[index - 1]?.[1] ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(places.at(-1)![1])}
    </>
  )
}
