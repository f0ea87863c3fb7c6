import { asTyped } from '@archwire/contract/core/text.ts'

/**
 * Text typed or pasted into a single-line field, as one line: tabs between cells of a table, line breaks and other
 * control characters become spaces; what nobody sees is gone (`calls/unseen`).
 */
export const asLine = (text: string): string => asTyped(text.replace(/[\p{Cc}\u2028\u2029]/gu, ' '))
