import { createRequire } from 'node:module'
import anyAscii from 'any-ascii'

const { resolve } = createRequire(import.meta.url)
const face = (name: string): string => resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)

/** The one family of papers: Latin with Vietnamese, Greek, Cyrillic. Only the letters of a paper are embedded in it. */
export const fonts = { plain: face('DejaVuSans'), bold: face('DejaVuSans-Bold') } as const

/** Letters and signs that both faces have; a unit test compares them with the faces. */
const known =
  /^[\u0020-\u007E\u00A0-\u017F\u01A0\u01A1\u01AF\u01B0\u0218-\u021B\u0300-\u0304\u0306-\u030C\u0384-\u038A\u038C\u038E-\u03A1\u03A3-\u03CE\u0400-\u045F\u0490\u0491\u1EA0-\u1EF9\u2013\u2014\u2018-\u201E\u2020-\u2022\u2026\u2030\u2039\u203A\u20AC\u2122]$/

/** A text in letters that the papers' family has; others are written in Latin letters, and signs by their names. */
export const printable = (text: string): string =>
  Array.from(text.normalize('NFC'), (sign) =>
    known.test(sign) ? sign : anyAscii(sign).replaceAll(/\p{Cc}/gu, '') || ' ',
  ).join('')
