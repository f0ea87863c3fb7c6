import { isPlain, type VertexColors } from './colors.ts'
import { hash3 } from './hash3.ts'
import { grown, release } from './released.ts'
import type { Surface } from './surface.ts'
import { MOST_HELD, type Thinned, Thinning } from './thinning.ts'

const FIRST_CAPACITY = 4096
/** Room for more is made only when it has come: it does not fit into the memory of a check anyway. */
export const MOST_EXPECTED = 22_000_000
/** Bytes that points, their colors and facets of a scan that is thinned may take together. */
const ROOM = 270_000_000
/** However many points there are, as many facets as are examined (check-scan.ts) all stay; between two looks more come. */
const [LEAST_HELD, BETWEEN_LOOKS] = [4_000_000, 400_000]
/** From this many numbers on, what was gathered is handed out where it lies: a copy would not fit beside it. */
const TOO_MANY_TO_COPY = 12_000_000

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
  private thinning: Thinning | null = null
  private letGo = 0
  private readonly point = new Float32Array(3)
  private readonly pointBits = new Uint32Array(this.point.buffer)

  /**
   * Makes room at once for what the length of a file suggests, so that nothing is moved on the way; room that stays empty
   * takes no memory. Does nothing where there is something already.
   */
  expect(facets: number, vertices: number): void {
    if (facets > 0 && this.corners === 0)
      this.indices = new Uint32Array(Math.min(facets, this.mostHeld() + BETWEEN_LOOKS) * 3)
    if (vertices === 0 || this.vertices > 0) return
    this.positions = new Float32Array((Math.min(vertices, MOST_EXPECTED) + FIRST_CAPACITY) * 3)
    this.bits = new Uint32Array(this.positions.buffer)
  }

  /** The same for a file in which every facet brings its corners: a closed surface has half as many of them as facets. */
  expectFacets(facets: number): void {
    const vertices = Math.ceil(facets * 0.52)
    this.expect(facets, vertices)
    this.growSlots(vertices + FIRST_CAPACITY)
  }

  /** Gives back what finds equal places. It is made anew when another vertex comes. */
  restFromWelding(): void {
    release(this.slots)
    this.slots = new Int32Array(0)
  }

  /** All that came, with those that were let go. */
  get facets(): number {
    return this.corners / 3 + this.letGo
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
    if (this.corners + 3 > this.indices.length)
      this.indices = grown(this.indices, Math.max(this.indices.length * 2, FIRST_CAPACITY * 3))
    this.indices[this.corners++] = a
    this.indices[this.corners++] = b
    this.indices[this.corners++] = c
  }

  /**
   * Lets facets go that the picture of a large surface does not need, if there are too many. Called between facets, by whom
   * figures and a picture are enough.
   */
  thin(mostHeld: number): void {
    if (mostHeld === Infinity) return
    const held = this.corners / 3
    if (held <= Math.min(mostHeld, this.mostHeld())) return
    this.thinning ??= new Thinning()
    const left = this.thinning.thin(this.gathered())
    this.corners = left * 3
    this.letGo += held - left
  }

  /** Where the facets stand now. */
  mark(): { corners: number; nonFinite: number } {
    const { corners, nonFinite } = this
    return { corners, nonFinite }
  }

  /** Takes back the facets that came since; their corners stay, and are found again. */
  backTo({ corners, nonFinite }: { corners: number; nonFinite: number }): void {
    this.corners = corners
    this.nonFinite = nonFinite
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
    if (this.vertices * 2 >= this.slots.length) this.growSlots(this.vertices + 1)
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
    return vertex
  }

  /**
   * The gathered surface, once. Vertices that no kept facet uses stay out: points of a file that no face names, and those
   * whose facet had a corner that is not finite. One color all over is none.
   */
  finish(): { surface: Surface; thinned: Thinned | null } {
    this.restFromWelding()
    const thinning = this.thinning?.finish(this.gathered()) ?? null
    const colors = this.colors?.bytes(this.vertices)
    this.colors = null
    const own = {
      positions: cutTo(this.positions, this.vertices * 3),
      indices: cutTo(this.indices, this.corners),
      ...(colors && { colors }),
    }
    const used = thinning ? withUnused(thinning.used) : usedVertices(own)
    const surface = used ? withOnly(used, own, own) : own
    const isColored = surface.colors && !isPlain(surface.colors)
    return {
      surface: isColored ? surface : { positions: surface.positions, indices: surface.indices },
      thinned: thinning?.figures ?? null,
    }
  }

  /** Facets that there is room for beside the points: those of the largest binary STL at most. */
  private mostHeld(): number {
    const bytes = this.vertices * (12 + (this.colors?.bytesOfVertex ?? 0))
    return Math.min(MOST_HELD, Math.max(LEAST_HELD, Math.floor((ROOM - bytes) / 12)))
  }

  /** The surface as it lies here. */
  private gathered(): Surface {
    return {
      positions: this.positions.subarray(0, this.vertices * 3),
      indices: this.indices.subarray(0, this.corners),
    }
  }

  private growPositions(): void {
    this.positions = grown(this.positions, this.positions.length * 2)
    this.bits = new Uint32Array(this.positions.buffer)
  }

  /** Makes room for that many vertices to be found, at half the slots at most. */
  private growSlots(vertices: number): void {
    release(this.slots)
    const slots = new Int32Array(2 ** Math.ceil(Math.log2(vertices * 2)))
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

/** The first numbers, without the room behind them where that is worth a copy. */
function cutTo<T extends Float32Array | Uint32Array>(numbers: T, length: number): T {
  if (length === numbers.length) return numbers
  return (length > TOO_MANY_TO_COPY ? numbers.subarray(0, length) : numbers.slice(0, length)) as T
}

/** Drops vertices that no facet names and renumbers the rest in their order. */
export function withoutUnused(surface: Surface): Surface {
  const used = usedVertices(surface)
  if (!used) return surface
  const { positions, indices, colors } = surface
  return withOnly(used, surface, {
    positions: new Float32Array(positions.length),
    indices: new Uint32Array(indices.length),
    ...(colors && { colors: new Uint8Array(colors.length) }),
  })
}

/** 1 for each vertex that a facet names; null when all are. */
function usedVertices({ positions, indices }: Surface): Uint8Array | null {
  const used = new Uint8Array(positions.length / 3)
  for (const vertex of indices) used[vertex] = 1
  return withUnused(used)
}

const withUnused = (used: Uint8Array) => (used.includes(0) ? used : null)

/** Writes the used vertices and the facets, which name no other, to another surface of their size or over themselves. */
function withOnly(used: Uint8Array, from: Surface, to: Surface): Surface {
  const renumbered = new Uint32Array(used.length)
  let kept = 0
  for (let vertex = 0; vertex < used.length; vertex++) {
    if (used[vertex] === 0) continue
    for (let at = 0; at < 3; at++) {
      to.positions[kept * 3 + at] = from.positions[vertex * 3 + at]!
      if (from.colors && to.colors) to.colors[kept * 3 + at] = from.colors[vertex * 3 + at]!
    }
    renumbered[vertex] = kept++
  }
  for (let at = 0; at < from.indices.length; at++) to.indices[at] = renumbered[from.indices[at]!]!
  return {
    positions: cutTo(to.positions, kept * 3),
    indices: to.indices,
    ...(to.colors && { colors: to.colors.slice(0, kept * 3) }),
  }
}
