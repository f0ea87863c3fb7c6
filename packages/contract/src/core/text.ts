/** What texts must be (`safety/bounds`). Free of schemas, so that the browser can import it. */

/** No NUL and no lone surrogate. */
export const clean = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** One line: no control characters, no line breaks, no lone surrogate. */
export const oneLine = (text: string): boolean => !/[\p{Cc}\u2028\u2029]/u.test(text) && text.isWellFormed()

/** Addresses as the schemas of this contract accept them; a test compares the two. */
export const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** True when all values are distinct. */
export const distinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length

export const invalidCharacters = 'Invalid characters'
export const invalidEmail = 'Enter a valid email'
