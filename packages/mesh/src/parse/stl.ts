import type { SurfaceWelder } from '../weld.ts'
import type { Finding } from './finding.ts'
import { count, counted, Refusal, truncated } from './finding.ts'
import { TextScanner } from './text-scanner.ts'

/** The bytes of the header with its count, and of each facet. */
export const HEADER_BYTES = 84
export const FACET_BYTES = 50
/** Above this a count in a header is taken for damage, not for a number worth showing to people. */
const LARGEST_BELIEVED_COUNT = 20_000_000

/** Facets that the length of a binary STL leaves room for. */
export function binaryStlRoom(length: number): number {
  return Math.max(0, Math.floor((length - HEADER_BYTES) / FACET_BYTES))
}

/** The facet count that the header of a binary STL claims, or null when the file has no room for one. */
export function binaryStlClaim(bytes: Uint8Array): number | null {
  return bytes.length < HEADER_BYTES ? null : view(bytes).getUint32(80, true)
}

/**
 * Whether bytes whose header count is wrong still look like binary STL: most of some facets spread over the file hold
 * coordinates of a size that occurs. Text and pictures read as floats give values far outside.
 */
export function looksLikeBinaryStl(bytes: Uint8Array): boolean {
  const room = binaryStlRoom(bytes.length)
  if (room === 0) return false
  const data = view(bytes)
  const samples = Math.min(room, 64)
  let plausible = 0
  for (let sample = 0; sample < samples; sample++) {
    const facet = Math.floor((sample * room) / samples)
    const start = HEADER_BYTES + facet * FACET_BYTES
    let good = true
    let zeros = 0
    for (let value = 0; value < 12 && good; value++) {
      const size = Math.abs(data.getFloat32(start + value * 4, true))
      good = size === 0 || (size > 1e-20 && size < 1e6)
      if (size === 0) zeros++
    }
    if (good && zeros < 12) plausible++
  }
  return plausible >= samples * 0.75
}

/** How many times the size of the counted facets the others may lie around. */
const REACH = 10

/** Reads a binary STL. The length decides how many facets there are; a count that differs is a finding. */
export function parseBinaryStl(bytes: Uint8Array, into: SurfaceWelder): Finding[] {
  const reader = new BinaryStlReader(bytes.subarray(0, HEADER_BYTES), bytes.length, into)
  reader.push(bytes.subarray(HEADER_BYTES))
  return reader.findings()
}

/**
 * Reads a binary STL as it comes, so that no file has to be in memory whole. Facets beyond the count of the header may
 * be anything that was appended: they are read if they are finite and within ten times the box of the counted ones.
 */
export class BinaryStlReader {
  private readonly held: number
  private readonly claimed: number
  private readonly rest: number
  private readonly into: SurfaceWelder
  private readonly places = new Float64Array(9)
  private readonly min = [Infinity, Infinity, Infinity]
  private readonly max = [-Infinity, -Infinity, -Infinity]
  private facet = 0
  private leftOut = 0

  /** `header`: the first 84 bytes of a file of this length; shorter ones hold nothing. */
  constructor(header: Uint8Array, length: number, into: SurfaceWelder) {
    this.held = binaryStlRoom(length)
    this.claimed = binaryStlClaim(header) ?? 0
    this.rest = length - HEADER_BYTES - this.held * FACET_BYTES
    this.into = into
    into.expect(this.held)
  }

  /** Takes the bytes that follow, in pieces of whole facets (a multiple of 50 bytes) but for the last. */
  push(bytes: Uint8Array): void {
    const data = view(bytes)
    const { places } = this
    const hasMore = this.claimed > 0 && this.claimed < this.held
    for (let at = 12; at + 38 <= bytes.length && this.facet < this.held; at += FACET_BYTES, this.facet++) {
      for (let value = 0; value < 9; value++) places[value] = data.getFloat32(at + value * 4, true)
      if (hasMore && this.facet < this.claimed) this.widen()
      if (hasMore && this.facet >= this.claimed && !this.isNear()) this.leftOut++
      else
        this.into.addFacet(
          places[0]!,
          places[1]!,
          places[2]!,
          places[3]!,
          places[4]!,
          places[5]!,
          places[6]!,
          places[7]!,
          places[8]!,
        )
    }
  }

  /** What is said of the file once all of it has come. */
  findings(): Finding[] {
    const { claimed, held, rest, leftOut } = this
    return countFindings({ claimed, held, rest, leftOut })
  }

  private widen(): void {
    if (!this.places.every(Number.isFinite)) return
    for (let value = 0; value < 9; value++) {
      const axis = value % 3
      this.min[axis] = Math.min(this.min[axis]!, this.places[value]!)
      this.max[axis] = Math.max(this.max[axis]!, this.places[value]!)
    }
  }

  /** Within ten times the box of the counted facets, by its longest side; what is no number is not. */
  private isNear(): boolean {
    const { min, max } = this
    const reach = (Math.max(...max.map((high, axis) => high - min[axis]!)) * REACH) / 2
    return this.places.every((place, value) => Math.abs(place - (max[value % 3]! + min[value % 3]!) / 2) <= reach)
  }
}

/** Facets that the header names and that the file has room for, the bytes behind them, and facets that were left out. */
interface Counted {
  claimed: number
  held: number
  rest: number
  leftOut: number
}

function countFindings({ claimed, held, rest, leftOut }: Counted): Finding[] {
  if (claimed === held && rest === 0) return []
  if (claimed > held && claimed <= LARGEST_BELIEVED_COUNT) {
    return [truncated(held, claimed, rest > 0 ? 'in the middle of a triangle' : 'too early')]
  }
  const names = `The header names ${counted(claimed, 'triangle')}, the file holds ${count(held)}`
  const message =
    claimed === held
      ? `The file holds ${counted(rest, 'byte')} more than its ${counted(held, 'triangle')} need.`
      : leftOut > 0
        ? `${names}: ${count(leftOut)} of the others ${leftOut === 1 ? 'is' : 'are'} left out, far from those or without coordinates.`
        : `${names}; all ${count(held)} were read.`
  return [{ code: 'wrong_count', severity: 'warn', message }]
}

/**
 * Reads an ASCII STL: any case, any white space and line ends, exponents, several solids. A facet of more than three
 * corners is split as a fan. A file that stops inside a facet or before `endsolid` keeps its whole facets and is
 * flagged; a misplaced number or word refuses the file.
 * @throws {Refusal}
 */
export function parseAsciiStl(bytes: Uint8Array, into: SurfaceWelder): Finding[] {
  const text = new TextScanner(bytes)
  // Some writers begin with a byte order mark.
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) text.at = 3
  let insideSolid = false
  while (text.toWord()) {
    if (text.takeWord('solid')) {
      insideSolid = true
      text.skipLine()
    } else if (text.takeWord('endsolid')) {
      insideSolid = false
      text.skipLine()
    } else if (text.takeWord('facet')) {
      if (!readFacet(text, into)) return [truncated(into.facets, null, 'in the middle of a triangle')]
    } else if (text.end - text.at < 'endsolid'.length) {
      break
    } else {
      throw new Refusal('bad_structure', `The file has "${text.peekWord()}" where a triangle should begin.`)
    }
  }
  return insideSolid ? [truncated(into.facets, null, 'without its last line')] : []
}

/** Reads one facet after its first word; false when the file ends inside it. */
function readFacet(text: TextScanner, into: SurfaceWelder): boolean {
  if (!toCorners(text, into)) return false
  let corners = 0
  let first = -1
  let previous = -1
  for (;;) {
    if (!text.toWord()) return false
    if (text.takeWord('endloop')) continue
    if (text.takeWord('endfacet')) break
    if (!text.takeWord('vertex')) {
      if (text.end - text.at < 'endfacet'.length) return false
      throw new Refusal('bad_structure', `The file has "${text.peekWord()}" inside triangle ${count(into.facets + 1)}.`)
    }
    const corner = readCorner(text, into)
    if (corner === null) return false
    corners++
    if (corners === 1) first = corner
    else if (corners > 2) into.addWelded(first, previous, corner)
    previous = corner
  }
  if (corners < 3) throw new Refusal('bad_face', `Triangle ${count(into.facets + 1)} has fewer than three corners.`)
  return true
}

/**
 * Passes over the normal, whose numbers are not used and may be anything, to the first corner; false when the file ends
 * before it. Other words may have been a corner, or another facet.
 */
function toCorners(text: TextScanner, into: SurfaceWelder): boolean {
  if (text.toWord() && text.takeWord('normal')) for (let axis = 0; axis < 3 && text.toWord(); axis++) text.skipWord()
  for (const word of ['outer', 'loop']) {
    if (!text.toWord() || text.end - text.at < word.length) return false
    if (!text.takeWord(word))
      throw new Refusal('bad_structure', `The file has "${text.peekWord()}" inside triangle ${count(into.facets + 1)}.`)
  }
  return true
}

/** The welded vertex of the next three numbers, or null when the file ends before they are whole. */
function readCorner(text: TextScanner, into: SurfaceWelder): number | null {
  const x = readCoordinate(text)
  const y = x === null ? null : readCoordinate(text)
  const z = y === null ? null : readCoordinate(text)
  return x === null || y === null || z === null ? null : into.vertex(x, y, z)
}

function readCoordinate(text: TextScanner): number | null {
  if (!text.toWord()) return null
  const start = text.at
  const value = text.number()
  if (value !== null && text.at < text.end) return value
  text.at = start
  const word = text.peekWord()
  text.skipWord()
  // A number that touches the end of the file may have lost digits: the facet is not whole.
  if (text.at >= text.end) return null
  throw new Refusal('bad_number', `"${word}" is not a number.`)
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
