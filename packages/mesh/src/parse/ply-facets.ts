import type { SurfaceWelder } from '../weld.ts'
import type { Finding } from './finding.ts'
import { count, counted, Refusal } from './finding.ts'
import type { PlyElement, PlyNumber, PlyProperty } from './ply-header.ts'
import type { NumberSource } from './ply-numbers.ts'
import type { PointTable } from './point-table.ts'

/** How far the reader of a file is. */
type PlyProgress = {
  row: number
  promised: number
  hasStrips: boolean
  points: PointTable
  into: SurfaceWelder
}

const CORNERS = /^(vert(ex|ices)?_?(index|indexes|indices)|vertices|indices)$/i
/** What writes -1 into a number that has no sign. */
const RESTARTS = { uint8: 0xff, uint16: 0xffff, uint32: 0xffffffff } as const

/** The list of an element that names the corners of its faces or strips. */
export const cornerList = ({ properties }: PlyElement): PlyProperty | undefined =>
  properties.find(({ name, countType }) => countType !== null && CORNERS.test(name))

export const isFaces = (element: PlyElement): boolean => element.name === 'face' && cornerList(element) !== undefined

export const isStrips = (element: PlyElement): boolean =>
  /^(tri|triangle_?)strips?$/.test(element.name) && cornerList(element) !== undefined

/** Whether the rows of an element may be triangles, read or not. */
export const hasFacets = (element: PlyElement): boolean =>
  element.name === 'face' || /strips?$/.test(element.name) || cornerList(element) !== undefined

/** What may be triangles and is not read: faces under another name, or without a list of corners. */
const unread = (elements: readonly PlyElement[]): PlyElement[] =>
  elements.filter((element) => element.count > 0 && hasFacets(element) && !isFaces(element) && !isStrips(element))

/** What is said of a file that has triangles, and others that are not read. */
export const leftOut = (elements: readonly PlyElement[]): Finding[] =>
  unread(elements).map(({ name, count: rows }) => ({
    code: 'lines_left_out',
    severity: 'warn',
    message: `${counted(rows, 'row')} of "${name}" could not be read: triangles may be missing.`,
  }))

/** What is said of a file that continues behind its last row; `isWhole`: all of that was read as faces. */
export function beyond({ row, promised, hasStrips }: PlyProgress, isWhole: boolean): Finding {
  const named = hasStrips ? 'triangle strips' : counted(promised, 'triangle')
  const message = isWhole
    ? `The header names ${named}, the file holds ${count(row)}; all ${count(row)} were read.`
    : `The file goes on after the ${named} that its header names: triangles may be missing.`
  return { code: 'wrong_count', severity: 'warn', message }
}

/** What is said of a file in which nothing is a face. */
export function withoutFaces(elements: readonly PlyElement[]): Refusal {
  const other = unread(elements)[0]
  if (other?.name === 'face') return new Refusal('bad_structure', 'The faces of the file name no corners.')
  if (other)
    return new Refusal('bad_structure', `The file holds its triangles as "${other.name}", which we cannot read.`)
  if (elements.some(({ name, count: rows }) => name === 'range_grid' && rows > 0))
    return new Refusal('empty', 'The file holds a grid of distances but no triangles.')
  return new Refusal('empty', 'The file holds points but no triangles.')
}

/**
 * Triangle strips: each corner makes a triangle with the two before it, every other one turned, so that all face one way.
 * A corner twice leads on to the next triangles and covers nothing; -1 starts another strip.
 */
export class TriangleStrip {
  /** What is left of the list of a row, and 1. */
  private left = 0
  private readonly points = [-1, -1]
  private readonly vertices = [-1, -1]
  private corners = 0

  /** Reads on in a row of strips, which may be all that a scan has; false where the bytes end before the last corner. */
  read(source: NumberSource, list: PlyProperty, { row, points, into }: PlyProgress): boolean {
    if (this.left === 0) {
      const corners = source.nextOfList(list.countType!)
      if (corners === null) return false
      if (!(corners >= 0)) throw new Refusal('bad_face', `Triangle strip ${count(row + 1)} has ${corners} corners.`)
      this.left = 1 + Math.ceil(corners)
      this.corners = 0
    }
    for (; this.left > 1; this.left--) {
      const index = source.nextOfList(list.type)
      if (index === null) return false
      this.add(index, list.type, points.at(index), row + 1, into)
    }
    this.left = 0
    return true
  }

  /** Takes the number of a point, as it is written in a list of this type, and its vertex; `row` from 1, for messages. */
  private add(point: number, type: PlyNumber, vertex: number | undefined, row: number, into: SurfaceWelder): void {
    if (vertex === undefined) {
      if (point !== -1 && point !== RESTARTS[type as keyof typeof RESTARTS])
        throw new Refusal('bad_index', `Triangle strip ${count(row)} names a point that does not exist.`)
      this.corners = 0
      return
    }
    const { points, vertices, corners } = this
    const [first, second] = [points[0]!, points[1]!]
    if (corners >= 2 && first !== second && second !== point && point !== first) {
      const isTurned = corners % 2 === 1
      into.addWelded(vertices[isTurned ? 1 : 0]!, vertices[isTurned ? 0 : 1]!, vertex)
    }
    points[0] = second
    points[1] = point
    vertices[0] = vertices[1]!
    vertices[1] = vertex
    this.corners++
  }
}
