/** A text with one space wherever it has white space, and none at its ends: as it is read. */
export const oneSpace = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** The beginning of a text in one line, for a glance: at most `most` characters, and a sign where it continues. */
export function excerptOf(text: string, most: number): string {
  // By characters: half of an emoji is no text, and the database refuses it.
  const characters = Array.from(oneSpace(text))
  return characters.length > most ? `${characters.slice(0, most).join('')} …` : characters.join('')
}
