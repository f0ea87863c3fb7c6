export interface NumberKind {
  /** Maximum number of decimals. */
  decimals?: number
  /** Shown with or without the number: `$`, `%`. */
  sign?: string
}

/**
 * The number that a text contains, with or without thousands separators: null for an empty text, NaN for an invalid
 * one.
 */
export function readNumber(text: string, { decimals = 0, sign = '' }: NumberKind = {}): number | null {
  const typed = text.trim()
  if (typed === '') return null
  const bare = typed.replace(sign, '').trim()
  const [whole = '', part, more] = bare.split('.')
  const legal =
    /^(\d+|\d{1,3}(,\d{3})+)$/.test(whole) &&
    (part === undefined || (/^\d+$/.test(part) && part.length <= decimals)) &&
    more === undefined
  return legal ? Number(bare.replaceAll(',', '')) : NaN
}

/** The initial text of a number in its field. */
export const writeNumber = (value: number | null): string =>
  value === null || Number.isNaN(value) ? '' : String(value)
