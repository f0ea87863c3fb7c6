/**
 * Text that was pasted into a field of one line, as one line: the tabs between cells of a table, the breaks of a document and what
 * else nobody sees become spaces. Keeps the length.
 */
export const asLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
