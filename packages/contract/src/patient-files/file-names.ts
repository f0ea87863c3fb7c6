import { joined, straight } from '../core/names.ts'

/** Text as names of files are compared: without accents and case. */
export const plainName = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The same without spaces and hyphens, which patients' names are compared without (`cases/similar`). */
const joinedName = (text: string): string => joined(plainName(straight(text)))

interface Names {
  first_name: string
  last_name: string
}

/** Whether the name of a file holds the patient's names, so that the file keeps it (`scans/names`). */
export const fitsPatient = (original: string, { first_name, last_name }: Names): boolean =>
  joinedName(original).includes(joinedName(first_name)) && joinedName(original).includes(joinedName(last_name))

/** The last dot of a name and what follows it. */
const endingOf = (name: string): string => /(?<=.)\.[^.]*$/.exec(name)?.[0] ?? ''

/** Characters of a stored name, its ending included; the name as it was sent is kept beside it. */
const longestName = 150

/**
 * A name that every system takes (`scans/safe-names`): signs that Windows, macOS or a path forbid become `_`, and 150
 * characters are kept, with the ending.
 */
export function safeName(name: string): string {
  const allowed = name.replaceAll(/[<>:"/\\|?*\p{Cc}]/gu, '_').replace(/[. ]+$/, '')
  const letters = Array.from(allowed)
  if (letters.length <= longestName) return allowed || '_'
  const ending = Array.from(endingOf(allowed)).slice(0, 20)
  return [...letters.slice(0, longestName - ending.length), ...ending].join('')
}

/** A name that no other file has: with an index before the ending where it is taken, "image (1).jpg" (`scans/names`). */
export function freeName(name: string, taken: readonly string[], ending = endingOf(name)): string {
  const used = new Set(taken.map(plainName))
  const base = name.slice(0, name.length - ending.length)
  for (let index = 0; ; index += 1) {
    const free = index === 0 ? name : `${base} (${index})${ending}`
    if (!used.has(plainName(free))) return free
  }
}

/** Whether a file would keep its name on a case, and another file of the same type has that name (`scans/names`). */
export const keepsTakenName = (original: string, patient: Names, taken: readonly string[]): boolean =>
  fitsPatient(original, patient) && taken.some((name) => plainName(name) === plainName(safeName(original)))

/** What is said of such a file. */
export const takenNameMessage = 'File with such name already exists.'
