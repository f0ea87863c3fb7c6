import { VertexColors } from '../colors.ts'
import type { SurfaceWelder } from '../weld.ts'
import type { Finding } from './finding.ts'
import { checkCorners, count, counted, Refusal, truncated } from './finding.ts'
import { TextScanner } from './text-scanner.ts'

const BACKSLASH = 92
const HASH = 35

/** What an OBJ line may begin with besides points and faces (Wavefront Technologies, "Advanced Visualizer", appendix B). */
const OTHER_LINES = new Set(
  (
    'vt vn vp p l curv curv2 surf deg bmat step cstype parm trim hole scrv sp end con g s mg o bevel c_interp d_interp ' +
    'lod usemtl mtllib usemap maplib shadow_obj trace_obj ctech stech bsp bzp cdc cdp res call csh'
  ).split(' '),
)

/**
 * Reads a Wavefront OBJ: `v` and `f` lines (absolute or relative indices, with or without texture and normal), polygons
 * split as fans, `\` continuations; three or more numbers after the position of a point begin with its color (a
 * convention of scanners, not of the format), one alone is a weight. Other lines that OBJ knows are skipped, those that
 * it does not are skipped and flagged: each may have been a triangle. An incomplete last line without a line end is
 * flagged as truncated; any other bad number, index or face refuses the file.
 * @throws {Refusal}
 */
export function parseObj(bytes: Uint8Array, into: SurfaceWelder): Finding[] {
  const text = new TextScanner(bytes)
  const welded: number[] = []
  const ring: number[] = []
  let unknown = 0
  let firstUnknown = ''
  const lastLineAt = endsWithLineEnd(bytes) ? Infinity : lastLineStart(bytes)
  while (text.toWord()) {
    const lineAt = text.at
    try {
      if (text.takeWord('v')) readVertex(text, into, welded)
      else if (text.takeWord('f')) readFace(text, into, welded, ring)
      else if (!isOtherLine(text)) {
        if (unknown === 0) firstUnknown = text.peekWord()
        unknown++
      }
    } catch (refusal) {
      if (lineAt >= lastLineAt && refusal instanceof Refusal && into.facets > 0) {
        return [truncated(into.facets, null, 'in the middle of a line')]
      }
      throw refusal
    }
    text.skipLine()
  }
  if (into.facets === 0 && into.nonFinite === 0) {
    throw new Refusal(
      'empty',
      welded.length > 0 ? 'The file holds points but no triangles.' : 'The file holds no triangles.',
    )
  }
  if (unknown === 0) return []
  const message = `${counted(unknown, 'line')} of the file could not be read, the first begins with "${firstUnknown}": triangles may be missing.`
  return [{ code: 'lines_left_out', severity: 'warn', message }]
}

/** Whether the line is a comment, or one of those that hold no point and no face. */
function isOtherLine(text: TextScanner): boolean {
  return text.bytes[text.at] === HASH || OTHER_LINES.has(text.peekWord().toLowerCase())
}

function readVertex(text: TextScanner, into: SurfaceWelder, welded: number[]): void {
  const x = readNumber(text)
  const y = readNumber(text)
  const z = readNumber(text)
  const vertex = into.vertex(x, y, z)
  welded.push(vertex)
  // More numbers may follow; a word among them was a line of its own, whose point or triangle would be lost.
  const more: number[] = []
  while (toWordOfLine(text) && text.bytes[text.at] !== HASH) more.push(readNumber(text))
  if (more.length < 3 || vertex < 0) return
  into.colors ??= new VertexColors(null)
  into.colors.add(vertex, more[0]!, more[1]!, more[2]!)
}

function readNumber(text: TextScanner): number {
  if (!toWordOfLine(text)) throw new Refusal('bad_number', 'A point of the file lacks a coordinate.')
  const start = text.at
  const value = text.number()
  if (value !== null) return value
  text.at = start
  throw new Refusal('bad_number', `"${text.peekWord()}" is not a number.`)
}

function readFace(text: TextScanner, into: SurfaceWelder, welded: readonly number[], ring: number[]): void {
  ring.length = 0
  while (toWordOfLine(text)) {
    const index = readIndex(text)
    const vertex = welded[index > 0 ? index - 1 : welded.length + index]
    if (vertex === undefined || index === 0) {
      throw new Refusal('bad_index', `Face ${count(into.facets + 1)} names point ${index}, which does not exist.`)
    }
    ring.push(vertex)
  }
  checkCorners(into.facets + 1, ring.length)
  for (let corner = 2; corner < ring.length; corner++) into.addWelded(ring[0]!, ring[corner - 1]!, ring[corner]!)
}

/** The vertex index of a corner such as `7`, `7/1`, `7//3`, `-1/2/3`. */
function readIndex(text: TextScanner): number {
  const { bytes, end } = text
  const start = text.at
  let at = start
  const negative = bytes[at] === 45
  if (negative) at++
  let index = 0
  const first = at
  for (; at < end && bytes[at]! >= 48 && bytes[at]! <= 57; at++) index = index * 10 + (bytes[at]! - 48)
  text.skipWord()
  if (at === first || (at < text.at && bytes[at] !== 47)) {
    text.at = start
    throw new Refusal('bad_index', `"${text.peekWord()}" is not a corner.`)
  }
  return negative ? -index : index
}

/** The next word of the line, following a backslash at its end. */
function toWordOfLine(text: TextScanner): boolean {
  while (text.toWordInLine()) {
    if (text.bytes[text.at] !== BACKSLASH) return true
    text.skipLine()
  }
  return false
}

function endsWithLineEnd(bytes: Uint8Array): boolean {
  const last = bytes[bytes.length - 1]
  return last === 10 || last === 13
}

function lastLineStart(bytes: Uint8Array): number {
  let at = bytes.length
  while (at > 0 && bytes[at - 1] !== 10 && bytes[at - 1] !== 13) at--
  return at
}
