/** How patients' names are written and compared (`cases/name`, `cases/similar`). Free of schemas, for the browser, too. */

/** Signs that are pasted for an apostrophe, as one: `O´Brien` is `O'Brien`. */
export const straight = (text: string): string => text.replaceAll(/[´\u0060‘’′]/g, "'")

/** A text without spaces and hyphens, which names are compared without: `Smith-Jones`, `Smith Jones`, `SmithJones`. */
export const joined = (text: string): string => text.replaceAll(/[\s\p{Pd}]/gu, '')

/** A name without the hyphens that names cannot have, for the offer beside its field; undefined for one without. */
export const withoutHyphens = (name: string): string | undefined =>
  /\p{Pd}/u.test(name) ? name.replaceAll(/\s*\p{Pd}[\s\p{Pd}]*/gu, ' ').trim() : undefined
