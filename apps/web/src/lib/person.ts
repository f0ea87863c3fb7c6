import { personHeader } from '@archwire/contract/core/person-header.ts'

/**
 * Whose page this is. A document belongs to the first person it hears of, to its end: what waits in it, or is tried
 * again, may never be sent in the name of whoever signs in next on this browser (`access/whose-page`).
 */
let person: string | undefined

/** The header that names the page's person, once known. */
export const markOfPerson = (): Record<string, string> => (person === undefined ? {} : { [personHeader]: person })

/** This person has just signed in on a page of nobody: it is theirs before any answer says so. */
export const bePageOf = (id: number): void => void (person ??= String(id))

/** Whether the page belongs to another person than this one. */
export const isOfAnother = (id: number | string): boolean => person !== undefined && person !== String(id)

/** Hears from an answer whose session it was. Returns false when it was not this person's. */
export function hearPerson({ headers }: Pick<Response, 'headers'>): boolean {
  const named = headers.get(personHeader) ?? person
  person ??= named
  return named === person
}
