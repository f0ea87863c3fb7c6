import { visible } from './text.ts'

/** Phone numbers (`organizations/phone`). Free of schemas, so that the browser can import it. */

export const invalidPhone = 'Invalid phone number.'
export const noExtension = 'Enter the number without its extension.'
export const noCountryCode = 'Begin with + and the country code.'

/** Ten digits as the USA dials them, without the country code. */
const national = /^[2-9]\d{2}[2-9]\d{6}$/
const usual = /^\+\d{7,15}$/
/** Digits at the end with a word or a sign before them: `x12`, `ext. 12`, `#12`. */
const extension = /(?:[a-z×]\.?|[#;,])[\s:.=]*\d{1,8}\)?$/iu

/**
 * A written phone number without its formatting: `+` and digits, or the ten digits of a number of the USA without its
 * country code, which `phoneIn` completes. `(0)` after a country code is dropped. What cannot be read stays as it is.
 */
export function barePhone(text: string): string {
  const written = visible(text.normalize('NFKC')).trim()
  if (!/^\+?[\d\s\p{Pd}\u2212./()]*$/u.test(written)) return text
  const bare = (written.startsWith('+') ? written.replace(/\(\s*0\s*\)/, '') : written).replaceAll(/[^\d+]/g, '')
  return national.test(bare.replace(/^1/, '')) ? bare.replace(/^1/, '') : bare
}

/** What is wrong with a phone number, as a message; undefined for nothing. Its country is checked by `phoneIn`. */
export function phoneProblem(text: string): string | undefined {
  const bare = barePhone(text)
  if (usual.test(bare) || national.test(bare)) return undefined
  return extension.test(visible(text.normalize('NFKC')).trim()) ? noExtension : invalidPhone
}

/** A number at an address: `+1` is added in the USA; elsewhere a number without its country code is undefined. */
export function phoneIn(country: string, text: string): string | undefined {
  const bare = barePhone(text)
  if (!national.test(bare)) return bare
  return country === 'USA' ? `+1${bare}` : undefined
}

/** Country codes of one and two digits; all others have three. */
const countryCode = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d+)$/

/**
 * A stored number for people: `(303) 555-0142` in the USA, `+44 20 7946 0018` elsewhere; in a form for another country than
 * the USA, its numbers have their country code, too. Other texts stay as they are.
 */
export function formatPhone(text: string, country = 'USA'): string {
  const [, code, area, exchange, line] = /^(\+1)?([2-9]\d{2})([2-9]\d{2})(\d{4})$/.exec(text) ?? []
  if (area && country === 'USA') return `(${area}) ${exchange}-${line}`
  if (area) return [code, area, exchange, line].filter(Boolean).join(' ')
  const [, foreign, rest] = countryCode.exec(text) ?? []
  return rest ? `+${foreign} ${rest.replaceAll(/\B(?=(\d{4})+$)/g, ' ')}` : text
}
