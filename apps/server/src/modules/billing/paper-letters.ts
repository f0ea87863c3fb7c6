import { createRequire } from 'node:module'
import anyAscii from 'any-ascii'

const { resolve } = createRequire(import.meta.url)
const face = (name: string): string => resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)

/** The one family of papers: Latin with Vietnamese, Greek, Cyrillic. Only the letters of a paper are embedded in it. */
export const fonts = { plain: face('DejaVuSans'), bold: face('DejaVuSans-Bold') } as const

/** Ranges of letters and signs that both faces have; a unit test compares them with the faces. */
const known: readonly (readonly [first: number, last: number])[] = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x1a0, 0x1a1],
  [0x1af, 0x1b0],
  [0x218, 0x21b],
  [0x384, 0x38a],
  [0x38c, 0x38c],
  [0x38e, 0x3a1],
  [0x3a3, 0x3ce],
  [0x400, 0x45f],
  [0x490, 0x491],
  [0x1ea0, 0x1ef9],
  [0x2013, 0x2014],
  [0x2018, 0x201e],
  [0x2020, 0x2022],
  [0x2026, 0x2026],
  [0x2030, 0x2030],
  [0x2039, 0x203a],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
]
const isKnown = (sign: string): boolean => {
  const code = sign.codePointAt(0)!
  return known.some(([first, last]) => first <= code && code <= last)
}

/** A text in letters that the papers' family has; others are written in Latin letters, and signs by their names. */
export const printable = (text: string): string =>
  Array.from(text.normalize('NFC'), (sign) =>
    isKnown(sign) ? sign : anyAscii(sign).replaceAll(/\p{Cc}/gu, '') || ' ',
  ).join('')
