/**
 * The typos that a typed word may have: one where the word that was meant has five letters or more, two from nine typed
 * ones on (`search/typos`). Four letters may be five of which one is missing.
 */
export const typosAllowed = (typed: string): 0 | 1 | 2 => {
  const letters = Array.from(typed).length
  return letters < 4 || letters > longestMistaken ? 0 : letters < 9 ? 1 : 2
}

/** PostgreSQL compares words of at most 255 letters, also the one with two letters more. */
const longestMistaken = 250

/** Words shorter than this are never meant by another one. */
export const shortestMistaken = 5

/**
 * How many typos lead from one word to another: a letter more, less, another one, or two neighbors exchanged; beyond
 * `most` it only says that there are more. (Optimal string alignment.)
 */
export function typosBetween(a: string, b: string, most: number): number {
  const [left, right] = [Array.from(a), Array.from(b)]
  if (Math.abs(left.length - right.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= right.length; j += 1) {
      const same = left[i - 1] === right[j - 1]
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1])
        least = Math.min(least, before[j - 2]! + 1)
      row.push(least)
    }
    before = last
    last = row
  }
  return last[right.length]!
}

/** A word of a query, and the words of the index that it may mean. */
export interface Meant {
  word: string
  /** Not one of the words may be there (`-word`). */
  not: boolean
  /** Written in quotation marks: as it is, no typo, no beginning. */
  exact: boolean
  /** The last word: beginnings count, too. */
  begins: boolean
  /** Words of the index with so many typos. */
  alike: { word: string; typos: number }[]
}

/** The parts of a query as it was typed: words, words to leave out, and texts in quotation marks. */
export function partsOf(query: string): { text: string; not: boolean; exact: boolean }[] {
  return [...query.matchAll(/(-?)"([^"]*)"?|(\S+)/g)].map(([, minus, quoted, bare]) =>
    quoted !== undefined
      ? { text: quoted, not: minus === '-', exact: true }
      : { text: bare!.replace(/^-(?=[\p{L}\p{N}])/u, ''), not: /^-[\p{L}\p{N}]/u.test(bare!), exact: false },
  )
}

/**
 * The queries of PostgreSQL whose answers are the hits, one after the other; what is in one is left out of the later
 * ones (`search/typos`): words of the name, whole; of the name, also beginnings; of anything; with typos.
 */
export function tiersOf(words: readonly Meant[]): string[] {
  const negative = words.filter(({ not }) => not).map(({ word }) => `!'${word}'`)
  const asked = words.filter(({ not }) => !not)
  if (asked.length === 0) return negative.length === 0 ? [] : [negative.join(' & ')]
  const query = (choices: (word: Meant) => string[]) =>
    [...asked.map((word) => `(${[...new Set(choices(word))].join(' | ')})`), ...negative].join(' & ')
  const whole = ({ word }: Meant, mark = '') => [`'${mark}${word}'`]
  const begun = (word: Meant, mark = '') => (word.begins ? [`'${mark}${word.word}':*`] : whole(word, mark))
  const typed =
    (most: number, mark = '') =>
    (word: Meant) => [
      ...begun(word, mark),
      ...word.alike.filter(({ typos }) => typos <= most).map(({ word: other }) => `'${mark}${other}'`),
    ]
  const tiers = [
    query((word) => whole(word, '=')),
    query((word) => begun(word, '=')),
    query((word) => whole(word)),
    query((word) => begun(word)),
    query(typed(1, '=')),
    query(typed(1)),
    query(typed(2)),
  ]
  return tiers.filter((tier, index) => tiers.indexOf(tier) === index)
}
