import { VertexColors } from '../colors.ts'
import type { SurfaceWelder } from '../weld.ts'
import type { Finding } from './finding.ts'
import { checkCorners, count, counted, Refusal, truncated } from './finding.ts'
import type { FormatReader } from './pieces.ts'
import { PointTable } from './point-table.ts'
import { TextScanner } from './text-scanner.ts'

const BACKSLASH = 92
const HASH = 35
/** Of large files, in which numbers are long: room for what they hold is made at once. */
const BYTES_OF_A_FACE = 30
const BYTES_OF_A_POINT = 60

/** What an OBJ line may start with besides points and faces (Wavefront Technologies, "Advanced Visualizer", appendix B). */
const OTHER_LINES = new Set(
  (
    'vt vn vp p l curv curv2 surf deg bmat step cstype parm trim hole scrv sp end con g s mg o bevel c_interp d_interp ' +
    'lod usemtl mtllib usemap maplib shadow_obj trace_obj ctech stech bsp bzp cdc cdp res call csh'
  ).split(' '),
)

/**
 * Reads a Wavefront OBJ: `v` and `f` lines (absolute or relative indices, with or without texture and normal), polygons
 * split as fans, `\` continuations; three or more numbers after the position of a point start with its color (a
 * convention of scanners, not of the format), one alone is a weight. Other lines that OBJ knows are skipped, those that
 * it does not are skipped and flagged: each may have been a triangle. An incomplete last line without a line end is
 * flagged as truncated; any other bad number, index or face refuses the file.
 */
export class ObjReader implements FormatReader {
  private readonly into: SurfaceWelder
  private readonly points = new PointTable()
  /** The numbers of the point, or the corners of the face, that is being read. */
  private readonly row: number[] = []
  private unknown = 0
  private firstUnknown = ''
  private isInsideLine = false
  private cut: Finding | null = null

  constructor(into: SurfaceWelder, length: number) {
    this.into = into
    into.expect(Math.floor(length / BYTES_OF_A_FACE), Math.floor(length / BYTES_OF_A_POINT))
  }

  /** @throws {Refusal} */
  read(bytes: Uint8Array, isLast: boolean): number {
    const text = new TextScanner(bytes)
    if (this.isInsideLine) this.isInsideLine = !text.skipLine()
    while (!this.isInsideLine && text.toWord()) {
      const from = text.at
      if (!this.readLine(text, isLast)) return from
    }
    return text.at
  }

  isDone(): boolean {
    return false
  }

  findings(): Finding[] {
    if (this.cut) return [this.cut]
    const { into, unknown, firstUnknown } = this
    if (into.facets === 0 && into.nonFinite === 0) {
      throw new Refusal(
        'empty',
        this.points.length > 0 ? 'The file holds points but no triangles.' : 'The file holds no triangles.',
      )
    }
    if (unknown === 0) return []
    const message = `${counted(unknown, 'line')} of the file could not be read, the first begins with "${firstUnknown}": triangles may be missing.`
    return [{ code: 'lines_left_out', severity: 'warn', message }]
  }

  /**
   * Reads a line with those that continue it; false when more may belong to it, or when it is cut. What comes behind its
   * end says that it is whole: a backslash may be followed by empty lines.
   */
  private readLine(text: TextScanner, isLast: boolean): boolean {
    const from = text.at
    const isPoint = text.takeWord('v')
    const isFace = !isPoint && text.takeWord('f')
    if (!isPoint && !isFace) return this.passLine(text, isLast)
    let refusal: unknown = null
    try {
      if (isPoint) readPoint(text, this.row)
      else readCorners(text, this.points, this.into, this.row)
    } catch (error) {
      refusal = error
    }
    text.skipLine()
    if (!isLast && text.at >= text.end) return false
    if (refusal !== null) {
      if (!(isLast && from >= cutLineStart(text.bytes) && refusal instanceof Refusal && this.into.facets > 0))
        throw refusal
      this.cut = truncated(this.into.facets, null, 'in the middle of a line')
      return false
    }
    if (isPoint) this.addPoint()
    else this.addFace()
    return true
  }

  /** Passes over a line that is neither point nor face, as soon as its first word says which it is. */
  private passLine(text: TextScanner, isLast: boolean): boolean {
    const word = text.peekWord()
    const end = text.at + word.length
    if (text.bytes[text.at] !== HASH && !isLast && end >= text.end) return false
    if (!isOtherLine(text)) {
      if (this.unknown === 0) this.firstUnknown = word
      this.unknown++
    }
    this.isInsideLine = !text.skipLine()
    return true
  }

  private addPoint(): void {
    const { into, row } = this
    const vertex = into.vertex(row[0]!, row[1]!, row[2]!)
    this.points.push(vertex)
    if (row.length < 6 || vertex < 0) return
    into.colors ??= new VertexColors(null)
    into.colors.add(vertex, row[3]!, row[4]!, row[5]!)
  }

  private addFace(): void {
    const { into, row } = this
    for (let corner = 2; corner < row.length; corner++) into.addWelded(row[0]!, row[corner - 1]!, row[corner]!)
  }
}

/** Whether the line is a comment, or one of those that hold no point and no face. */
function isOtherLine(text: TextScanner): boolean {
  return text.bytes[text.at] === HASH || OTHER_LINES.has(text.peekWord().toLowerCase())
}

/** Reads the numbers of a point. A word among them was a line of its own, whose point or triangle would be lost. */
function readPoint(text: TextScanner, numbers: number[]): void {
  numbers.length = 0
  for (let axis = 0; axis < 3; axis++) numbers.push(readNumber(text))
  while (toWordOfLine(text) && text.bytes[text.at] !== HASH) numbers.push(readNumber(text))
}

function readNumber(text: TextScanner): number {
  if (!toWordOfLine(text)) throw new Refusal('bad_number', 'A point of the file lacks a coordinate.')
  const start = text.at
  const value = text.number()
  if (value !== null) return value
  text.at = start
  throw new Refusal('bad_number', `"${text.peekWord()}" is not a number.`)
}

function readCorners(text: TextScanner, points: PointTable, into: SurfaceWelder, ring: number[]): void {
  ring.length = 0
  while (toWordOfLine(text) && text.bytes[text.at] !== HASH) {
    const index = readIndex(text)
    const vertex = index === 0 ? undefined : points.at(index > 0 ? index - 1 : points.length + index)
    if (vertex === undefined) {
      throw new Refusal('bad_index', `Face ${count(into.facets + 1)} names point ${index}, which does not exist.`)
    }
    ring.push(vertex)
  }
  checkCorners(into.facets + 1, ring.length)
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

/** Where the last line starts, if it has no end; behind all bytes if it has. */
function cutLineStart(bytes: Uint8Array): number {
  const last = bytes[bytes.length - 1]
  if (last === 10 || last === 13) return Infinity
  let at = bytes.length
  while (at > 0 && bytes[at - 1] !== 10 && bytes[at - 1] !== 13) at--
  return at
}
