export interface NumberKind {
  /** Maximum number of decimals. */
  decimals?: number
  /** Shown with or without the number: `$`, `%`. */
  sign?: string
  /** Whether it may be below zero. */
  negative?: boolean
}

/**
 * The number that a text contains, with or without thousands separators: null for an empty text, NaN for an invalid
 * one.
 */
export function readNumber(text: string, { decimals = 0, sign = '', negative }: NumberKind = {}): number | null {
  const typed = text.trim()
  if (typed === '') return null
  const signed = typed.replace(sign, '').trim()
  // A minus as keyboards and as papers have it.
  const isBelow = negative === true && /^[-\u2212]/.test(signed)
  const bare = isBelow ? signed.slice(1).trim() : signed
  const [whole = '', part, more] = bare.split('.')
  const legal =
    /^(\d+|\d{1,3}(,\d{3})+)$/.test(whole) &&
    (part === undefined || (/^\d+$/.test(part) && part.length <= decimals)) &&
    more === undefined
  // `+ 0` turns -0 into 0.
  return legal ? Number(bare.replaceAll(',', '')) * (isBelow ? -1 : 1) + 0 : NaN
}

/** The initial text of a number in its field. */
export const writeNumber = (value: number | null): string =>
  value === null || Number.isNaN(value) ? '' : String(value)
