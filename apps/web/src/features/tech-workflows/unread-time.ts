/**
 * A time whose text cannot be read stays in the edit as it was typed, with this mark before it. Rows with one have a
 * problem (`stepProblems`) and are never saved.
 */
const mark = 'typed: '

/** A time as it was typed, where that cannot be read. */
export const unreadTime = (text: string): string => `${mark}${text}`

/** The text of such a time; null of every other one. */
export const unreadText = (time: string | null): string | null =>
  time?.startsWith(mark) ? time.slice(mark.length) : null
