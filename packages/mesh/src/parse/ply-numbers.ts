import { Refusal } from './finding.ts'
import type { PlyElement, PlyHeader, PlyNumber } from './ply-header.ts'
import { PLY_NUMBER_BYTES } from './ply-header.ts'
import { isSpace, LONGEST_NUMBER, TextScanner } from './text-scanner.ts'

/** Reads the numbers of a PLY body in their order, as far as they have come. */
export type NumberSource = {
  /** The place behind the last number; set back, it reads them again. */
  at: number
  /** The next number; null where the bytes end before it is whole. */
  next: (type: PlyNumber) => number | null
  /** The same of a list, whose numbers count or name points: whole ones. */
  nextOfList: (type: PlyNumber) => number | null
  /**
   * Passes over the next number, which nothing is made of and which may be anything: '' for a number, the word for
   * something else; null where the bytes end before it is whole.
   */
  pass: (type: PlyNumber) => string | null
  /** Whether the line ends here, if the file has lines; null when only what follows can tell. */
  endsLine: () => boolean | null
  /** Whether anything but padding is left; null when only what follows can tell. */
  goesOn: () => boolean | null
}

/** The numbers of a body in a piece of the file, from its start. `isLast`: no piece follows. */
export function numberSource(bytes: Uint8Array, at: number, header: PlyHeader, isLast: boolean): NumberSource {
  return header.encoding === 'ascii' ? new TextNumbers(bytes, at, isLast) : binaryNumbers(bytes, at, header, isLast)
}

/** The least bytes that a row of an element takes. */
export function leastRowBytes({ properties }: PlyElement, { encoding }: PlyHeader): number {
  if (encoding === 'ascii') return properties.length * 2
  return properties.reduce((sum, { type, countType }) => sum + PLY_NUMBER_BYTES[countType ?? type], 0)
}

class TextNumbers implements NumberSource {
  private readonly text: TextScanner
  private readonly isLast: boolean

  constructor(bytes: Uint8Array, at: number, isLast: boolean) {
    this.text = new TextScanner(bytes, at)
    this.isLast = isLast
  }

  get at(): number {
    return this.text.at
  }

  set at(at: number) {
    this.text.at = at
  }

  next(): number | null {
    return this.read(false)
  }

  nextOfList(): number | null {
    return this.read(true)
  }

  pass(): string | null {
    const { text } = this
    if (!text.toWord()) return null
    const start = text.at
    const isNumber = text.number() !== null
    text.at = start
    const word = isNumber ? '' : text.peekWord()
    if (text.skipWord() > LONGEST_NUMBER) throw new Refusal('bad_number', `"${word}" is not a number.`)
    if (text.at < text.end || this.isLast) return word
    text.at = start
    return null
  }

  endsLine(): boolean | null {
    const { text } = this
    if (text.toWordInLine()) return false
    return text.at < text.end || this.isLast ? true : null
  }

  goesOn(): boolean | null {
    return this.text.toWord() || (this.isLast ? false : null)
  }

  private read(isOfList: boolean): number | null {
    const { text } = this
    if (!text.toWord()) return null
    const start = text.at
    const value = text.number()
    if (value !== null && (text.at < text.end || this.isLast) && (!isOfList || isWhole(text, start))) return value
    text.at = start
    text.skipWord()
    const isCut = text.at >= text.end && !this.isLast
    text.at = start
    if (isCut) return null
    throw new Refusal('bad_number', `"${text.peekWord()}" is not a number.`)
  }
}

/** Whether the number that was read is written as a whole one: `1e3` and `2.0` name no point. */
function isWhole({ bytes, at: end }: TextScanner, start: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!
    if ((byte < 48 || byte > 57) && !(at === start && (byte === 43 || byte === 45))) return false
  }
  return true
}

function binaryNumbers(bytes: Uint8Array, at: number, header: PlyHeader, isLast: boolean): NumberSource {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const little = header.encoding === 'binary_little_endian'
  const read: Record<PlyNumber, (from: number) => number> = {
    int8: (from) => data.getInt8(from),
    uint8: (from) => data.getUint8(from),
    int16: (from) => data.getInt16(from, little),
    uint16: (from) => data.getUint16(from, little),
    int32: (from) => data.getInt32(from, little),
    uint32: (from) => data.getUint32(from, little),
    float32: (from) => data.getFloat32(from, little),
    float64: (from) => data.getFloat64(from, little),
  }
  const next = (type: PlyNumber) => {
    const from = source.at
    if (from + PLY_NUMBER_BYTES[type] > bytes.length) return null
    source.at = from + PLY_NUMBER_BYTES[type]
    return read[type](from)
  }
  const pass = (type: PlyNumber) => (next(type) === null ? null : '')
  const isLeft = () => bytes.subarray(source.at).some((byte) => byte !== 0 && !isSpace(byte))
  const goesOn = () => isLeft() || (isLast ? false : null)
  const source: NumberSource = { at, next, nextOfList: next, pass, endsLine: () => true, goesOn }
  return source
}
