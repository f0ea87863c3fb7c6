import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { partsOf, shortestMistaken, typosAllowed, typosBetween, type Meant } from './words.ts'

/** Words of a query that count (`search/words`). */
const mostWords = 10

/**
 * The words of a query as the index keeps them, with the words of the index that each may mean (`search/typos`), unless
 * typos are not asked for.
 */
export async function meantWords(db: Db, query: string, { typos = true } = {}): Promise<Meant[]> {
  const parts = partsOf(query)
  if (parts.length === 0) return []
  const { rows } = await sql<{ part: number; word: string }>`
    select p.n::int - 1 as part, w.word from unnest(${parts.map(({ text }) => text)}::text[]) with ordinality p (text, n)
      cross join lateral unnest(search_words_of(p.text)) with ordinality w (word, m) order by p.n, w.m limit ${mostWords}`.execute(
    db,
  )
  const typedLast = !/\s$/.test(query)
  const words = rows.map(({ part, word }, index): Meant => {
    const { not, exact } = parts[part]!
    return { word, not, exact, begins: index === rows.length - 1 && !exact && !not && typedLast, alike: [] }
  })
  const mistaken = words.filter(({ word, not, exact }) => typos && !not && !exact && typosAllowed(word) > 0)
  if (mistaken.length === 0) return words
  const alike = await Promise.all(mistaken.map(({ word }) => alikeWords(db, word)))
  return words.map((word) => ({ ...word, alike: alike[mistaken.indexOf(word)] ?? [] }))
}

/** Two neighbors exchanged, at each place of a word. */
const exchanged = (letters: string[]): string[] =>
  letters
    .slice(1)
    .map((letter, index) => [...letters.slice(0, index), letter, letters[index]!, ...letters.slice(index + 2)].join(''))

/**
 * Words of the index that a word with typos may be. With one typo its first or its last half is right; with two, its
 * first, its middle or its last third: such words are found by an index, and compared then.
 */
async function alikeWords(db: Db, word: string): Promise<Meant['alike']> {
  const letters = Array.from(word)
  const most = typosAllowed(word)
  const part = Math.floor(letters.length / (most + 1))
  const patterns = Array.from({ length: most + 1 }, (_, index) => {
    const text = letters.slice(index * part, index === most ? undefined : (index + 1) * part).join('')
    return index === 0 ? `${text}%` : index === most ? `%${text}` : `%${text}%`
  })
  const { rows } = await sql<{ word: string }>`
    select w.word from search_words w where (w.word like any(${patterns}::text[]) or w.word = any(${exchanged(letters)}::text[]))
      and length(w.word) between ${Math.max(shortestMistaken, letters.length - most)}::int and ${letters.length + most}::int and w.word <> ${word}
      and levenshtein_less_equal(w.word, ${word}, ${most * 2}::int) <= ${most * 2}::int`.execute(db)
  return rows
    .map((row) => ({ word: row.word, typos: typosBetween(word, row.word, most) }))
    .filter(({ typos }) => typos <= most)
}
