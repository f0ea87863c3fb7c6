import { VertexColors } from '../colors.ts'
import type { SurfaceWelder } from '../weld.ts'
import type { Finding } from './finding.ts'
import { checkCorners, count, counted, Refusal, truncated } from './finding.ts'
import type { PlyElement, PlyHeader, PlyNumber, PlyProperty } from './ply-header.ts'
import { parsePlyHeader, PLY_NUMBER_BYTES } from './ply-header.ts'
import { isSpace, TextScanner } from './text-scanner.ts'

/** Reads the numbers of a PLY body in their order. */
type NumberSource = {
  /** The next number; null at the end of the file. */
  next: (type: PlyNumber) => number | null
  /** The same of a list, whose numbers count or name points: whole ones. */
  nextOfList: (type: PlyNumber) => number | null
  /** Whether anything but padding is left. */
  goesOn: () => boolean
}

/**
 * Reads a PLY file, ASCII or binary. Used are `x y z` of the vertices, the corner list of the faces, and the colors of
 * either (of the vertices, if both have some); normals, transparency and other elements are skipped. Polygons are split
 * as fans. Counts are not trusted: memory grows with the data, and what follows the last face that was promised is read
 * as faces as far as it goes, and flagged.
 * @throws {Refusal} for a bad index or number, a face under three corners, or a file without faces
 */
export function parsePly(bytes: Uint8Array, into: SurfaceWelder): Finding[] {
  const header = parsePlyHeader(bytes)
  const source = numberSource(bytes, header)
  const welded: number[] = []
  let facesSeen = false
  let verticesSeen = false
  let promised = 0
  for (const element of header.elements) {
    if (element.name === 'vertex') {
      verticesSeen = true
      if (!readVertices(source, element, into, welded)) {
        throw new Refusal(
          'truncated',
          `The file ends inside its points: ${count(welded.length)} of ${count(element.count)} could be read, and no triangle.`,
        )
      }
    } else if (element.name === 'face' && cornerList(element)) {
      if (!verticesSeen) throw new Refusal('bad_structure', 'The file names faces before their points.')
      facesSeen = true
      promised = element.count
      const { read, whole } = readFaces(source, element, { from: 0, to: promised }, into, welded)
      if (!whole) return [truncated(read, promised, 'in the middle of its triangles')]
    } else if (!passOver(source, element)) {
      return []
    }
  }
  if (!facesSeen) throw new Refusal('empty', 'The file holds points but no triangles.')
  return source.goesOn() ? [readOn(source, header, promised, into, welded)] : []
}

/** Reads what the counts of the header left out. */
function readOn(
  source: NumberSource,
  { elements }: PlyHeader,
  promised: number,
  into: SurfaceWelder,
  welded: readonly number[],
): Finding {
  const last = elements.at(-1)!
  let rest = { read: promised, whole: false }
  if (last.name === 'face' && cornerList(last)) {
    try {
      rest = readFaces(source, last, { from: promised, to: Infinity }, into, welded)
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
    }
  }
  const message = rest.whole
    ? `The header names ${counted(promised, 'triangle')}, the file holds ${count(rest.read)}; all ${count(rest.read)} were read.`
    : `The file goes on after the ${counted(promised, 'triangle')} that its header names: triangles may be missing.`
  return { code: 'wrong_count', severity: 'warn', message }
}

function cornerList(element: PlyElement): PlyProperty | undefined {
  return element.properties.find(
    (property) => property.countType !== null && /^vertex_ind(ex|ices)$/.test(property.name),
  )
}

function readVertices(source: NumberSource, element: PlyElement, into: SurfaceWelder, welded: number[]): boolean {
  const colors = colorProperties(element)
  const places = element.properties.map((property, at) =>
    property.countType ? -1 : colors.includes(at) ? 3 + colors.indexOf(at) : ['x', 'y', 'z'].indexOf(property.name),
  )
  if ([0, 1, 2].some((axis) => !places.includes(axis))) {
    throw new Refusal('bad_structure', 'The points of the file lack x, y or z.')
  }
  if (colors.length > 0) into.colors = new VertexColors(fullLight(element.properties[colors[0]!]!.type))
  // A point takes at least one byte, so that an absurd count ends with the file.
  const point = [0, 0, 0, 0, 0, 0]
  const gathered = colors.length > 0 ? into.colors : null
  for (let row = 0; row < element.count; row++) {
    for (let i = 0; i < places.length; i++) {
      const property = element.properties[i]!
      const value = property.countType ? passOverList(source, property) : source.next(property.type)
      if (value === null) return false
      if (places[i]! >= 0) point[places[i]!] = value
    }
    const vertex = into.vertex(point[0]!, point[1]!, point[2]!)
    welded.push(vertex)
    if (gathered && vertex >= 0) gathered.add(vertex, point[3]!, point[4]!, point[5]!)
  }
  return true
}

/** Reads the faces from one number to another, or to the end of the file; returns how many there are by then, and whether the file ends inside none. */
function readFaces(
  source: NumberSource,
  element: PlyElement,
  { from, to }: { from: number; to: number },
  into: SurfaceWelder,
  welded: readonly number[],
): { read: number; whole: boolean } {
  const corners = cornerList(element)!
  const colors = into.colors ? [] : colorProperties(element)
  if (colors.length > 0) into.colors = new VertexColors(fullLight(element.properties[colors[0]!]!.type))
  const channels = element.properties.map((_, at) => colors.indexOf(at))
  const ring: number[] = []
  const color = [0, 0, 0]
  for (let face = from; face < to; face++) {
    if (to === Infinity && !source.goesOn()) return { read: face, whole: true }
    for (let i = 0; i < element.properties.length; i++) {
      const property = element.properties[i]!
      if (property === corners) {
        if (!readRing(source, property, welded, face, ring)) return { read: face, whole: false }
        for (let corner = 2; corner < ring.length; corner++) into.addWelded(ring[0]!, ring[corner - 1]!, ring[corner]!)
        continue
      }
      const value = property.countType ? passOverList(source, property) : source.next(property.type)
      if (value === null) return { read: face, whole: false }
      if (channels[i]! >= 0) color[channels[i]!] = value
    }
    if (colors.length === 0) continue
    for (const vertex of ring) if (vertex >= 0) into.colors!.add(vertex, color[0]!, color[1]!, color[2]!)
  }
  return { read: to, whole: true }
}

/** Reads the corners of a face into `ring`; false at the end of the file. */
function readRing(
  source: NumberSource,
  list: PlyProperty,
  welded: readonly number[],
  face: number,
  ring: number[],
): boolean {
  const corners = source.nextOfList(list.countType!)
  if (corners === null) return false
  checkCorners(face + 1, corners)
  ring.length = 0
  for (let corner = 0; corner < corners; corner++) {
    const index = source.nextOfList(list.type)
    if (index === null) return false
    const vertex = welded[index]
    if (vertex === undefined)
      throw new Refusal('bad_index', `Face ${count(face + 1)} names a point that does not exist.`)
    ring.push(vertex)
  }
  return true
}

const COLOR_NAMES = [
  ['red', 'green', 'blue'],
  ['diffuse_red', 'diffuse_green', 'diffuse_blue'],
  ['r', 'g', 'b'],
] as const

/** The positions of red, green and blue among the properties of an element; empty when it has no complete color. */
function colorProperties({ properties }: PlyElement): number[] {
  for (const names of COLOR_NAMES) {
    const found = names.map((name) => properties.findIndex((each) => each.name === name && !each.countType))
    if (found.every((at) => at >= 0)) return found
  }
  return []
}

/** The value of full light in a color of this type; null when its values have to decide. */
function fullLight(type: PlyNumber): number | null {
  if (type === 'float32' || type === 'float64') return null
  return type === 'uint16' ? 65_535 : 255
}

function passOver(source: NumberSource, element: PlyElement): boolean {
  if (element.properties.length === 0) return true
  for (let row = 0; row < element.count; row++) {
    for (const property of element.properties) {
      if ((property.countType ? passOverList(source, property) : source.next(property.type)) === null) return false
    }
  }
  return true
}

/** Skips a list and returns its length, or null at the end of the file. */
function passOverList(source: NumberSource, property: PlyProperty): number | null {
  const length = source.next(property.countType!)
  if (length === null) return null
  for (let i = 0; i < length; i++) if (source.next(property.type) === null) return null
  return length
}

function numberSource(bytes: Uint8Array, header: PlyHeader): NumberSource {
  return header.encoding === 'ascii' ? textSource(bytes, header.bodyAt) : binarySource(bytes, header)
}

function textSource(bytes: Uint8Array, bodyAt: number): NumberSource {
  const text = new TextScanner(bytes, bodyAt)
  const read = (mustBeWhole: boolean) => {
    if (!text.toWord()) return null
    const start = text.at
    const value = text.number()
    if (value !== null && (!mustBeWhole || isWhole(bytes, start, text.at))) return value
    text.at = start
    throw new Refusal('bad_number', `"${text.peekWord()}" is not a number.`)
  }
  return { goesOn: () => text.toWord(), next: () => read(false), nextOfList: () => read(true) }
}

/** Whether the number between two places is written as a whole one: `1e3` and `2.0` name no point. */
function isWhole(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!
    if ((byte < 48 || byte > 57) && !(at === start && (byte === 43 || byte === 45))) return false
  }
  return true
}

function binarySource(bytes: Uint8Array, header: PlyHeader): NumberSource {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const little = header.encoding === 'binary_little_endian'
  let at = header.bodyAt
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
    const from = at
    if (from + PLY_NUMBER_BYTES[type] > bytes.length) return null
    at = from + PLY_NUMBER_BYTES[type]
    return read[type](from)
  }
  return { goesOn: () => bytes.subarray(at).some((byte) => byte !== 0 && !isSpace(byte)), next, nextOfList: next }
}
