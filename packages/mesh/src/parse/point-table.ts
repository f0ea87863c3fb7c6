import { grown } from '../released.ts'

const FIRST_CAPACITY = 4096
const NONE = new Int32Array(0)

/**
 * The points of a file in their order, each by the number of its welded vertex; faces name them. In most files no two
 * points are equal: then both numbers are, too, and no table is needed.
 */
export class PointTable {
  length = 0
  private vertices: Int32Array<ArrayBuffer> = NONE

  push(vertex: number): void {
    if (this.vertices === NONE) {
      if (vertex === this.length) return void this.length++
      this.vertices = new Int32Array(Math.max(FIRST_CAPACITY, this.length * 2))
      for (let point = 0; point < this.length; point++) this.vertices[point] = point
    } else if (this.length === this.vertices.length) this.vertices = grown(this.vertices, this.length * 2)
    this.vertices[this.length++] = vertex
  }

  /** The vertex of a point (-1 for one that is not finite); undefined for a number that names none. */
  at(point: number): number | undefined {
    if (!(point < this.length)) return undefined
    if (this.vertices !== NONE) return this.vertices[point]
    // The number may be anything that a file holds.
    return point >= 0 && Number.isInteger(point) ? point : undefined
  }
}
