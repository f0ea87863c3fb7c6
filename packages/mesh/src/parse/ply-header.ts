import { Refusal } from './finding.ts'

export type PlyNumber = 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'float32' | 'float64'
export type PlyProperty = { name: string; type: PlyNumber; countType: PlyNumber | null }
export type PlyElement = { name: string; count: number; properties: PlyProperty[] }
export type PlyHeader = {
  encoding: 'ascii' | 'binary_little_endian' | 'binary_big_endian'
  elements: PlyElement[]
  /** Where the data starts. */
  bodyAt: number
}

export const PLY_NUMBER_BYTES: Record<PlyNumber, number> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
}

const LONGEST_HEADER = 64 * 1024
const NUMBER_NAMES: ReadonlyMap<string, PlyNumber> = new Map<string, PlyNumber>([
  ['char', 'int8'],
  ['uchar', 'uint8'],
  ['short', 'int16'],
  ['ushort', 'uint16'],
  ['int', 'int32'],
  ['uint', 'uint32'],
  ['float', 'float32'],
  ['double', 'float64'],
  ...(Object.keys(PLY_NUMBER_BYTES) as PlyNumber[]).map((name) => [name, name] as const),
])

/**
 * The header of a PLY file as soon as it is there; null while it is not. `isLast`: nothing follows these bytes.
 * @throws {Refusal} when it names something that PLY does not have, or never ends
 */
export function openPlyHeader(bytes: Uint8Array, isLast: boolean): PlyHeader | null {
  try {
    const header = parsePlyHeader(bytes)
    // The line end may be half of one.
    return isLast || header.bodyAt < bytes.length ? header : null
  } catch (refusal) {
    if (isLast || !(refusal instanceof Refusal) || refusal.code !== 'truncated') throw refusal
    return null
  }
}

const RETURN = 13
const NEWLINE = 10

/**
 * Reads the header of a PLY file (G. Turk, "The PLY Polygon File Format", 1994), with any line ends.
 * @throws {Refusal} when it is not whole or names something that PLY does not have
 */
function parsePlyHeader(bytes: Uint8Array): PlyHeader {
  let encoding: PlyHeader['encoding'] | null = null
  const elements: PlyElement[] = []
  let at = 0
  // Where a return alone ends the lines, a byte 10 behind the last one belongs to the data.
  const [first, second] = lineEnd(bytes)
  const isReturnAlone = first === RETURN && second !== NEWLINE
  for (let line = 0; ; line++) {
    const { text, next } = readLine(bytes, at, isReturnAlone)
    at = next
    const words = text.trim().split(/\s+/)
    if (line === 0 || words[0] === '' || words[0] === 'comment' || words[0] === 'obj_info') continue
    if (words[0] === 'end_header') break
    if (words[0] === 'format') encoding = readEncoding(words[1])
    else if (words[0] === 'element') elements.push(readElement(words))
    else if (words[0] === 'property') {
      const element = elements.at(-1)
      if (!element) throw new Refusal('bad_structure', 'The PLY header names a property before any element.')
      element.properties.push(readProperty(words))
    } else
      throw new Refusal('bad_structure', `The PLY header has "${words[0]!.slice(0, 24)}", which PLY does not know.`)
  }
  if (!encoding) throw new Refusal('bad_structure', 'The PLY header does not say how its numbers are written.')
  return { encoding, elements, bodyAt: at }
}

/** The byte that ends the first line, and the one behind it. */
function lineEnd(bytes: Uint8Array): [number | undefined, number | undefined] {
  const at = bytes.subarray(0, LONGEST_HEADER).findIndex((byte) => byte === RETURN || byte === NEWLINE)
  return at < 0 ? [undefined, undefined] : [bytes[at], bytes[at + 1]]
}

function readLine(bytes: Uint8Array, start: number, isReturnAlone: boolean): { text: string; next: number } {
  let at = start
  while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) {
    if (at++ > LONGEST_HEADER) throw new Refusal('bad_structure', 'The PLY header does not end.')
  }
  if (at >= bytes.length) throw new Refusal('truncated', 'The file ends inside its header: nothing could be read.')
  const text = String.fromCharCode(...bytes.subarray(start, Math.min(at, start + 1024)))
  return { text, next: !isReturnAlone && bytes[at] === 13 && bytes[at + 1] === 10 ? at + 2 : at + 1 }
}

function readEncoding(word: string | undefined): PlyHeader['encoding'] {
  if (word === 'ascii' || word === 'binary_little_endian' || word === 'binary_big_endian') return word
  throw new Refusal('bad_structure', 'The PLY header names an unknown way of writing numbers.')
}

function readElement(words: string[]): PlyElement {
  if (!/^\d{1,15}$/.test(words[2] ?? ''))
    throw new Refusal('bad_number', 'The PLY header has a count that is no number.')
  return { name: words[1]!, count: Number(words[2]), properties: [] }
}

function readProperty(words: string[]): PlyProperty {
  const list = words[1] === 'list'
  const type = NUMBER_NAMES.get(words[list ? 3 : 1] ?? '')
  const countType = list ? NUMBER_NAMES.get(words[2] ?? '') : null
  const name = words[list ? 4 : 2]
  if (!type || countType === undefined || !name) {
    throw new Refusal('bad_structure', 'The PLY header has a property of an unknown type.')
  }
  return { name, type, countType }
}
