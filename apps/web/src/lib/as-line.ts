/**
 * Text pasted into a single-line field, as one line: tabs between cells of a table, line breaks and other invisible
 * characters become spaces. Keeps the length.
 */
export const asLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
