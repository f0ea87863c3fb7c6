export interface NumberKind {
  /** At most so many. */
  decimals?: number
  /** Stands with the number or not: `$`, `%`. */
  sign?: string
}

/** The number that a text says, with commas between thousands or without: null of nothing, NaN of what is none of this kind. */
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

/** How a number first stands in its field. */
export const writeNumber = (value: number | null): string =>
  value === null || Number.isNaN(value) ? '' : String(value)
