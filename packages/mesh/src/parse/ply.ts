import { VertexColors } from '../colors.ts'
import { MOST_EXPECTED, type SurfaceWelder } from '../weld.ts'
import type { Finding } from './finding.ts'
import { checkCorners, count, Refusal, truncated } from './finding.ts'
import type { FormatReader } from './pieces.ts'
import { colorProperties, fullLight } from './ply-colors.ts'
import type { PlyElement, PlyHeader, PlyProperty } from './ply-header.ts'
import { cornerList, hasFacets, beyond, isFaces, isStrips, leftOut, TriangleStrip, withoutFaces } from './ply-facets.ts'
import { openPlyHeader } from './ply-header.ts'
import { leastRowBytes, type NumberSource, numberSource } from './ply-numbers.ts'
import { PointTable } from './point-table.ts'

/** What the reader does with a property of a row. */
const PASSED_OVER = -1
const COLOR = 3

/**
 * Reads a PLY file, ASCII or binary. Used are `x y z` of the vertices, the corner list of faces and triangle strips, and
 * the colors of vertices or faces (of the vertices, if both have some); normals, transparency and other elements are
 * skipped and may hold anything: where that is no number, the line has to end with the row. Polygons are split as fans. Counts are not trusted: memory grows with the data, and what follows the last face that was promised is read
 * as faces as far as it goes, and flagged. Refuses a bad index or number, a face under three corners, or a file without
 * faces.
 *
 * Between two pieces of the file it stands before a number of a row, or before the corners of a face.
 */
export class PlyReader implements FormatReader {
  readonly into: SurfaceWelder
  private readonly length: number
  readonly points = new PointTable()
  private header: PlyHeader | null = null
  private hasPoints = false
  private hasFaces = false
  hasStrips = false
  promised = 0
  private found: Finding[] | null = null
  /** Where in the file: element, row, property, and what is left of a list that is passed over. */
  private place = -1
  row = 0
  private rows = 0
  private property = 0
  private listLeft = 0
  private isReadingOn = false
  /** By the properties of the element: which of x, y, z, red, green, blue each is. */
  private uses: number[] = []
  private corners: PlyProperty | undefined
  private areStrips = false
  private readonly strip = new TriangleStrip()
  /** A word of this row that is passed over and is no number. */
  private oddWord = ''
  private takesColors = false
  private readonly values = [0, 0, 0, 0, 0, 0]
  private readonly ring: number[] = []

  /** `length`: the bytes of the whole file. */
  constructor(into: SurfaceWelder, length: number) {
    this.into = into
    this.length = length
  }

  /** @throws {Refusal} */
  read(bytes: Uint8Array, isLast: boolean): number {
    if (this.found) return bytes.length
    let at = 0
    if (!this.header) {
      this.header = openPlyHeader(bytes, isLast)
      if (!this.header) return 0
      at = this.header.bodyAt
    }
    const source = numberSource(bytes, at, this.header, isLast)
    if (!this.isReadingOn) this.readElements(source, this.header, isLast)
    if (this.isReadingOn && !this.found) this.readOn(source, isLast)
    return source.at
  }

  isDone(): boolean {
    return this.found !== null
  }

  findings(): Finding[] {
    return [...(this.found ?? []), ...leftOut(this.header?.elements ?? [])]
  }

  private readElements(source: NumberSource, { elements }: PlyHeader, isLast: boolean): void {
    if (this.place < 0) this.begin(0)
    while (this.place < elements.length) {
      if (!this.readRows(source, elements[this.place]!)) {
        if (isLast) this.found = this.cutIn(elements[this.place]!)
        return
      }
      this.begin(this.place + 1)
    }
    if (!this.hasFaces && !this.hasStrips) throw withoutFaces(elements)
    this.isReadingOn = true
    this.row = this.promised
    this.rows = Infinity
    const last = elements.at(-1)!
    if (isFaces(last)) this.useFaces(last)
    else this.corners = undefined
  }

  private begin(place: number): void {
    this.place = place
    this.row = 0
    this.property = 0
    const element = this.header!.elements[place]
    if (!element) return
    this.rows = element.properties.length > 0 ? element.count : 0
    this.corners = undefined
    this.areStrips = false
    this.takesColors = false
    this.uses = []
    if (element.name === 'vertex') return this.usePoints(element)
    const areFaces = isFaces(element)
    this.areStrips = isStrips(element)
    if ((areFaces || this.areStrips) && !this.hasPoints)
      throw new Refusal('bad_structure', 'The file names faces before their points.')
    if (this.areStrips) {
      this.hasStrips ||= element.count > 0
      this.into.restFromWelding()
      this.corners = cornerList(element)
    } else if (areFaces) {
      this.hasFaces = true
      this.promised = element.count
      this.into.restFromWelding()
      this.into.expect(this.room(element), 0)
      this.useFaces(element)
    }
  }

  /** Rows that an element can have at most, by its count and by the length of the file. */
  private room(element: PlyElement): number {
    return Math.min(element.count, Math.floor(this.length / leastRowBytes(element, this.header!)))
  }

  private usePoints(element: PlyElement): void {
    this.hasPoints = true
    const colors = colorProperties(element)
    this.uses = element.properties.map((property, at) =>
      property.countType
        ? PASSED_OVER
        : colors.includes(at)
          ? COLOR + colors.indexOf(at)
          : ['x', 'y', 'z'].indexOf(property.name),
    )
    if ([0, 1, 2].some((axis) => !this.uses.includes(axis))) {
      throw new Refusal('bad_structure', 'The points of the file lack x, y or z.')
    }
    this.takesColors = this.beginColors(element, colors)
    this.into.expect(0, this.room(element))
  }

  private useFaces(element: PlyElement): void {
    const colors = this.into.colors ? [] : colorProperties(element)
    this.corners = cornerList(element)
    this.uses = element.properties.map((_, at) => (colors.includes(at) ? COLOR + colors.indexOf(at) : PASSED_OVER))
    this.takesColors = this.beginColors(element, colors)
  }

  private beginColors(element: PlyElement, colors: readonly number[]): boolean {
    if (colors.length > 0) {
      const vertices = Math.min(this.room(element), MOST_EXPECTED)
      this.into.colors = new VertexColors(fullLight(element.properties[colors[0]!]!.type), vertices)
    }
    return colors.length > 0
  }

  /** Reads the rows of an element, on from where the last piece ended; false where the bytes end before its last one does. */
  private readRows(source: NumberSource, element: PlyElement): boolean {
    const { properties } = element
    const { values, uses } = this
    const isPoint = element.name === 'vertex'
    for (; this.row < this.rows; this.row++) {
      if (this.isReadingOn && this.property === 0 && this.listLeft === 0) {
        const goesOn = source.goesOn()
        if (goesOn === false) return true
        if (goesOn === null) return false
      }
      for (; this.property < properties.length; this.property++) {
        const property = properties[this.property]!
        const use = uses[this.property] ?? PASSED_OVER
        if (property === this.corners) {
          if (!(this.areStrips ? this.strip.read(source, property, this) : this.readRing(source, property)))
            return false
        } else if (property.countType) {
          if (!this.passOverList(source, property)) return false
        } else if (use >= 0) {
          const value = source.next(property.type)
          if (value === null) return false
          values[use] = value
        } else if (!this.passOver(source, property)) return false
      }
      if (this.oddWord && !this.endOddRow(source)) return false
      this.property = 0
      if (isPoint) this.addPoint()
      else if (this.takesColors) for (const vertex of this.ring) this.addColor(vertex)
    }
    return true
  }

  private addPoint(): void {
    const { values } = this
    const vertex = this.into.vertex(values[0]!, values[1]!, values[2]!)
    this.points.push(vertex)
    if (this.takesColors) this.addColor(vertex)
  }

  private addColor(vertex: number): void {
    const { values } = this
    if (vertex >= 0) this.into.colors!.add(vertex, values[COLOR]!, values[COLOR + 1]!, values[COLOR + 2]!)
  }

  /** Reads the corners of a face and adds its triangles; false, and back before them, where the bytes end. */
  private readRing(source: NumberSource, list: PlyProperty): boolean {
    const { ring, into } = this
    const start = source.at
    const corners = source.nextOfList(list.countType!)
    if (corners === null) return false
    checkCorners(this.row + 1, corners)
    ring.length = 0
    for (let corner = 0; corner < corners; corner++) {
      const index = source.nextOfList(list.type)
      if (index === null) {
        source.at = start
        return false
      }
      const vertex = this.points.at(index)
      if (vertex === undefined)
        throw new Refusal('bad_index', `Face ${count(this.row + 1)} names a point that does not exist.`)
      ring.push(vertex)
    }
    for (let corner = 2; corner < ring.length; corner++) into.addWelded(ring[0]!, ring[corner - 1]!, ring[corner]!)
    return true
  }

  private passOver(source: NumberSource, { type }: PlyProperty): boolean {
    const word = source.pass(type)
    if (word) this.oddWord = word
    return word !== null
  }

  /**
   * Two numbers or lines that run into each other are no number either, and what follows would be read for something else:
   * then the line does not end where the row does.
   */
  private endOddRow(source: NumberSource): boolean {
    const endsLine = source.endsLine()
    if (endsLine === null) return false
    if (!endsLine) throw new Refusal('bad_number', `"${this.oddWord}" is not a number.`)
    this.oddWord = ''
    return true
  }

  /** Skips a list, of which the bytes may hold a part: a count that is damage goes to the end of the file. */
  private passOverList(source: NumberSource, list: PlyProperty): boolean {
    // One more than is left, so that 0 says that its count has not been read.
    if (this.listLeft === 0) {
      const length = source.next(list.countType!)
      if (length === null) return false
      this.listLeft = 1 + (length > 0 ? Math.ceil(length) : 0)
    }
    for (; this.listLeft > 1; this.listLeft--) if (!this.passOver(source, list)) return false
    this.listLeft = 0
    return true
  }

  /** What is said of a file that ends inside an element. */
  private cutIn(element: PlyElement): Finding[] {
    if (element.name === 'vertex')
      throw new Refusal(
        'truncated',
        `The file ends inside its points: ${count(this.points.length)} of ${count(element.count)} could be read, and no triangle.`,
      )
    const { facets, nonFinite } = this.into
    if (this.areStrips) return [truncated(facets + nonFinite, null, 'in the middle of its triangle strips')]
    if (this.corners) return [truncated(this.row, this.promised, 'in the middle of its triangles')]
    if (!this.header!.elements.slice(this.place + 1).some(hasFacets)) return []
    return [truncated(this.promised, null, `before its last triangles, inside "${element.name}"`)]
  }

  /** Reads what the counts of the header left out, as faces. */
  private readOn(source: NumberSource, isLast: boolean): void {
    if (!this.corners) {
      const goesOn = source.goesOn()
      if (goesOn === null) return
      this.found = goesOn ? [beyond(this, false)] : []
      return
    }
    try {
      const isWhole = this.readRows(source, this.header!.elements.at(-1)!)
      if (isWhole) this.found = this.row > this.promised ? [beyond(this, true)] : []
      else if (isLast) this.found = [beyond(this, false)]
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      this.found = [beyond(this, false)]
    }
  }
}
