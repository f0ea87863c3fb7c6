import type { SurfaceWelder } from '../weld.ts'
import type { Finding } from './finding.ts'
import { count, counted, Refusal } from './finding.ts'
import type { PlyElement, PlyNumber, PlyProperty } from './ply-header.ts'

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
 * A corner twice leads on to the next triangles and covers nothing; -1 begins another strip.
 */
export class TriangleStrip {
  private readonly points = [-1, -1]
  private readonly vertices = [-1, -1]
  private corners = 0

  begin(): void {
    this.corners = 0
  }

  /** Takes the number of a point, as it is written in a list of this type, and its vertex; `row` from 1, for messages. */
  add(point: number, type: PlyNumber, vertex: number | undefined, row: number, into: SurfaceWelder): void {
    if (vertex === undefined) {
      if (point !== -1 && point !== RESTARTS[type as keyof typeof RESTARTS])
        throw new Refusal('bad_index', `Triangle strip ${count(row)} names a point that does not exist.`)
      return this.begin()
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
