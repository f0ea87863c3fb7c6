import { isPlain, type VertexColors } from './colors.ts'
import type { Surface } from './surface.ts'

const FIRST_CAPACITY = 4096

/**
 * Gathers facets into one surface and welds corners whose coordinates are exactly equal as 32-bit floats
 * (`scans/figures`; 0 and -0 are equal). Facets with a coordinate that is not finite are counted in
 * `nonFinite` and left out. Grows with what it is given, never with what a header promises.
 */
export class SurfaceWelder {
  nonFinite = 0
  /** Set by the reader of a file that has colors; colors are added by the numbers that `vertex` answers. */
  colors: VertexColors | null = null
  private positions = new Float32Array(FIRST_CAPACITY * 3)
  private bits = new Uint32Array(this.positions.buffer)
  private vertices = 0
  private indices = new Uint32Array(FIRST_CAPACITY * 3)
  private corners = 0
  /** Open addressing: vertex number + 1, 0 for a free slot; at most half full. */
  private slots = new Int32Array(FIRST_CAPACITY * 4)
  private readonly point = new Float32Array(3)
  private readonly pointBits = new Uint32Array(this.point.buffer)

  /** Makes room at once for as many facets as the length of a file holds, so that nothing is moved on the way. */
  expect(facets: number): void {
    // A closed surface has half as many vertices as facets.
    const vertices = Math.ceil(facets * 0.52) + FIRST_CAPACITY
    this.indices = new Uint32Array(Math.max(1, facets) * 3)
    this.positions = new Float32Array(vertices * 3)
    this.bits = new Uint32Array(this.positions.buffer)
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(vertices * 2)))
  }

  get facets(): number {
    return this.corners / 3
  }

  /** Adds a facet by its nine coordinates. */
  addFacet(
    ax: number,
    ay: number,
    az: number,
    bx: number,
    by: number,
    bz: number,
    cx: number,
    cy: number,
    cz: number,
  ): void {
    const a = this.vertex(ax, ay, az)
    const b = this.vertex(bx, by, bz)
    const c = this.vertex(cx, cy, cz)
    this.addWelded(a, b, c)
  }

  /** Adds a facet of vertices returned by `vertex`; -1 marks one that is not finite. */
  addWelded(a: number, b: number, c: number): void {
    if (a < 0 || b < 0 || c < 0) {
      this.nonFinite += 1
      return
    }
    if (this.corners + 3 > this.indices.length) this.indices = grown(this.indices, this.corners)
    this.indices[this.corners++] = a
    this.indices[this.corners++] = b
    this.indices[this.corners++] = c
  }

  /** The number of the vertex at these coordinates, made if it is new; -1 when a coordinate is not finite. */
  vertex(x: number, y: number, z: number): number {
    const { point, pointBits } = this
    // Adding 0 turns -0 into 0, so that equal coordinates have equal bits.
    point[0] = x + 0
    point[1] = y + 0
    point[2] = z + 0
    const sum = point[0] + point[1] + point[2]
    if (sum - sum !== 0) return -1
    const xBits = pointBits[0]!
    const yBits = pointBits[1]!
    const zBits = pointBits[2]!
    const mask = this.slots.length - 1
    let slot = hash3(xBits, yBits, zBits) & mask
    for (;;) {
      const found = this.slots[slot]! - 1
      if (found < 0) break
      const at = found * 3
      if (this.bits[at] === xBits && this.bits[at + 1] === yBits && this.bits[at + 2] === zBits) return found
      slot = (slot + 1) & mask
    }
    const vertex = this.vertices++
    this.slots[slot] = vertex + 1
    if (vertex * 3 + 3 > this.positions.length) this.growPositions()
    const at = vertex * 3
    this.bits[at] = xBits
    this.bits[at + 1] = yBits
    this.bits[at + 2] = zBits
    if (this.vertices * 2 > this.slots.length) this.growSlots()
    return vertex
  }

  /**
   * The gathered surface. Vertices that no kept facet uses stay out: points of a file that no face names, and those
   * whose facet had a corner that is not finite. One color all over is none.
   */
  finish(): Surface {
    const indices = this.corners === this.indices.length ? this.indices : this.indices.slice(0, this.corners)
    const positions = this.positions.slice(0, this.vertices * 3)
    const { colors, ...plain } = withoutUnused({
      positions,
      indices,
      ...(this.colors && { colors: this.colors.bytes(this.vertices) }),
    })
    return colors && !isPlain(colors) ? { ...plain, colors } : plain
  }

  private growPositions(): void {
    const positions = new Float32Array(this.positions.length * 2)
    // Copied as bits: a float copy may change the bits of unusual values.
    const bits = new Uint32Array(positions.buffer)
    bits.set(this.bits)
    this.positions = positions
    this.bits = bits
  }

  private growSlots(): void {
    const slots = new Int32Array(this.slots.length * 2)
    const mask = slots.length - 1
    for (let vertex = 0; vertex < this.vertices; vertex++) {
      const at = vertex * 3
      let slot = hash3(this.bits[at]!, this.bits[at + 1]!, this.bits[at + 2]!) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = vertex + 1
    }
    this.slots = slots
  }
}

/** Drops vertices that no facet names and renumbers the rest in their order. */
export function withoutUnused(surface: Surface): Surface {
  const total = surface.positions.length / 3
  const used = new Uint8Array(total)
  for (const vertex of surface.indices) used[vertex] = 1
  const renumbered = new Uint32Array(total)
  let kept = 0
  for (let vertex = 0; vertex < total; vertex++) if (used[vertex] === 1) renumbered[vertex] = kept++
  if (kept === total) return surface
  const { colors } = surface
  const positions = new Float32Array(kept * 3)
  const keptColors = colors && new Uint8Array(kept * 3)
  for (let vertex = 0; vertex < total; vertex++) {
    if (used[vertex] === 0) continue
    positions.set(surface.positions.subarray(vertex * 3, vertex * 3 + 3), renumbered[vertex]! * 3)
    keptColors?.set(colors!.subarray(vertex * 3, vertex * 3 + 3), renumbered[vertex]! * 3)
  }
  const indices = surface.indices.map((vertex) => renumbered[vertex]!)
  return { positions, indices, ...(keptColors && { colors: keptColors }) }
}

/** Mixes three 32-bit values well enough that neighboring floats and neighboring indices spread. */
export function hash3(a: number, b: number, c: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77) ^ Math.imul(c, 0xc2b2ae3d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}

function grown(array: Uint32Array<ArrayBuffer>, used: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2)
  larger.set(array.subarray(0, used))
  return larger
}
