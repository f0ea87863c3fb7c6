/** What texts must be (`safety/bounds`). Free of schemas, so that the browser can import it. */

/** No NUL and no lone surrogate. */
export const clean = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** One line: no control characters, no line breaks, no lone surrogate. */
export const oneLine = (text: string): boolean => !/[\p{Cc}\u2028\u2029]/u.test(text) && text.isWellFormed()

/** What is never drawn: zero-width characters, byte order marks, soft hyphens, direction marks, fillers. */
const hidden = /(?![\p{Join_C}\p{VS}\u{e0020}-\u{e007f}])\p{DI}|[\u2800\ufff9-\ufffb]/gu
/** Variation selectors but for those of pictures, keycaps, and letters of scripts that have variants. */
const selectsNothing = /(?<![\p{ExtPict}\p{sc=Han}\p{sc=Mong}\p{sc=Phag}\p{sc=Mymr}]|[\d#*](?=\ufe0f\u20e3))\p{VS}/gu
/** Tags but for those of a flag, such as Scotland's. */
const tagsNothing = /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,9})[\u{e0020}-\u{e007f}]/gu
/** A letter of scripts that need joiners: from Arabic to Sinhala, from Tibetan to Burmese, from Khmer to Mongolian. */
const letter = String.raw`(?=[\p{L}\p{M}])[\u0620-\u0dff\u0f00-\u109f\u1780-\u18af]`
/** Joiners behind nothing that they could join. They stay in pictures, too. */
const behindNothing = new RegExp(String.raw`(?<!${letter}|[\p{ExtPict}\p{EMod}\ufe0f])\p{Join_C}`, 'gu')
/** Joiners before nothing, but for those behind a virama, which end a word in scripts of India. */
const beforeNothing = new RegExp(
  String.raw`(?<![\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])\p{Join_C}(?!${letter}|\p{ExtPict})`,
  'gu',
)

/**
 * A text during typing without what nobody sees (`calls/unseen`): spaces of all kinds are plain spaces; what
 * is never drawn is gone. A joiner waits for the letter behind it.
 */
export const asTyped = (text: string): string =>
  text
    .replaceAll(/[\p{Zs}\u3164\uffa0]/gu, ' ')
    .replaceAll(hidden, '')
    .replaceAll(selectsNothing, '')
    .replaceAll(tagsNothing, '')
    .replaceAll(behindNothing, '')

/**
 * A text without what nobody sees (`calls/unseen`), its line breaks kept: what every field and search of client and
 * server begins with, but for passwords and other secrets.
 */
export const visible = (text: string): string => asTyped(text).replaceAll(beforeNothing, '')

/** A text of one line with one space where there were several: nobody means two (`calls/one-space`). */
export const singleSpaced = (text: string): string => text.replaceAll(/ {2,}/g, ' ')

/** True when all values are distinct. */
export const distinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length

/**
 * What is wrong with the name of a person, practice, location, contact, library or patient, as a message; undefined for
 * nothing. Names are repeated in emails, notices and files: none may look like a web address or a gap of a template
 * (`safety/names`).
 */
export const nameProblem = (text: string): string | undefined =>
  // Wide and small forms of the signs look the same, and some programs read them as the same.
  /:\/\/|\{\{/.test(text.normalize('NFKC')) ? invalidName : undefined

/** Beside a field that has to be filled in. */
export const required = 'Required'
export const invalidName = 'A name cannot contain “://” or “{{”.'
export const invalidCharacters = 'Invalid characters'
export const invalidEmail = 'Enter a valid email'
