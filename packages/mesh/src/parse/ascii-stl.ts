import type { SurfaceWelder } from '../weld.ts'
import type { Finding } from './finding.ts'
import { count, MOST_CORNERS, Refusal, truncated } from './finding.ts'
import type { FormatReader } from './pieces.ts'
import { TextScanner } from './text-scanner.ts'

/** No decision looks farther ahead: the longest word of the format is shorter, a message quotes 24 letters. */
const AHEAD = 32

/**
 * Reads an ASCII STL: any case, any white space and line ends, exponents, several solids. A facet of more than three
 * corners is split as a fan. A file that stops inside a facet or before `endsolid` keeps its whole facets and is
 * flagged; a misplaced number or word refuses the file.
 */
export class AsciiStlReader implements FormatReader {
  private readonly into: SurfaceWelder
  private isInsideLine = false
  private isInsideSolid = false
  private cut: Finding | null = null

  constructor(into: SurfaceWelder) {
    this.into = into
  }

  /** @throws {Refusal} */
  read(bytes: Uint8Array, isLast: boolean): number {
    const text = new TextScanner(bytes)
    if (this.isInsideLine) this.isInsideLine = !text.skipLine()
    while (text.toWord()) {
      if (!isLast && text.end - text.at < AHEAD) break
      if (text.takeWord('solid')) this.passLine(text, true)
      else if (text.takeWord('endsolid')) this.passLine(text, false)
      else if (text.takeWord('facet')) {
        if (!this.readFacet(text, isLast)) break
      } else if (text.end - text.at < 'endsolid'.length) break
      else throw new Refusal('bad_structure', `The file has "${text.peekWord()}" where a triangle should begin.`)
    }
    return text.at
  }

  isDone(): boolean {
    return false
  }

  findings(): Finding[] {
    if (this.cut) return [this.cut]
    return this.isInsideSolid ? [truncated(this.into.facets, null, 'without its last line')] : []
  }

  private passLine(text: TextScanner, isInsideSolid: boolean): void {
    this.isInsideSolid = isInsideSolid
    this.isInsideLine = !text.skipLine()
  }

  /**
   * Reads the facet whose first word was taken; false when the bytes end inside it, or so soon behind that more might
   * change it: then it is as if none had been read, but at the end of the file.
   */
  private readFacet(text: TextScanner, isLast: boolean): boolean {
    const { into } = this
    const from = text.at - 'facet'.length
    const mark = into.mark()
    let isWhole = false
    try {
      isWhole = readFacet(text, into)
    } catch (refusal) {
      if (isLast || text.end - text.at >= AHEAD) throw refusal
    }
    if (isLast && !isWhole) this.cut = truncated(into.facets, null, 'in the middle of a triangle')
    if (isLast || (isWhole && text.end - text.at >= AHEAD)) return isWhole
    into.backTo(mark)
    text.at = from
    return false
  }
}

/** Reads one facet after its first word; false when the text ends inside it. */
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
    if (corners > MOST_CORNERS)
      throw new Refusal('bad_face', `Triangle ${count(into.facets + 1)} has more than ${count(MOST_CORNERS)} corners.`)
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
