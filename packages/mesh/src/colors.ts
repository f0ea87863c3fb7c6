import { grown, release } from './released.ts'

const FIRST_CAPACITY = 4096
/** Red, green, blue, and how often. */
const WORDS = 4
const WHITE = 255
/** Of so many bytes the sum fits into 16 bits. */
const MOST_SHORT = 257

/**
 * Collects the colors of welded vertices. A vertex with colors from several points or faces gets their mean, face by
 * face, whatever their areas. `full` is the value of full light: 255 for bytes; null where writers differ (floating
 * point numbers and OBJ), and then 1 if no value is above it, else 255.
 */
export class VertexColors {
  /** Short numbers as long as they can hold the sums: of the millions of points of a large scan each has one color. */
  private sums: Uint16Array | Float32Array
  private areShort = true
  private largest = 0
  private readonly full: number | null

  /** `vertices`: how many may come; room that stays empty takes no memory. */
  constructor(full: number | null, vertices = 0) {
    this.full = full
    this.sums = new Uint16Array(Math.max(vertices, FIRST_CAPACITY) * WORDS)
  }

  get bytesOfVertex(): number {
    return this.sums.BYTES_PER_ELEMENT * WORDS
  }

  add(vertex: number, red: number, green: number, blue: number): void {
    // A value that is no number says nothing of what full light is, and would blacken all that has its place.
    if (!Number.isFinite(red + green + blue)) {
      if (![red, green, blue].some(Number.isFinite)) return
      return this.add(vertex, finite(red), finite(green), finite(blue))
    }
    const at = vertex * WORDS
    while (at + WORDS > this.sums.length) this.sums = grown(this.sums, this.sums.length * 2)
    if (this.areShort && !(isByte(red) && isByte(green) && isByte(blue) && this.sums[at + 3]! < MOST_SHORT))
      this.lengthen()
    const { sums } = this
    sums[at]! += red
    sums[at + 1]! += green
    sums[at + 2]! += blue
    sums[at + 3]! += 1
    this.largest = Math.max(this.largest, red, green, blue)
  }

  private lengthen(): void {
    const sums = Float32Array.from(this.sums)
    release(this.sums)
    this.sums = sums
    this.areShort = false
  }

  /** Three bytes (sRGB, as writers mean them) for each vertex; white for one without a color. Asked for once. */
  bytes(vertices: number): Uint8Array {
    const full = this.full ?? (this.largest <= 1 ? 1 : 255)
    // Clamped: hostile values become black or white.
    const colors = new Uint8ClampedArray(vertices * 3).fill(WHITE)
    const known = Math.min(vertices, this.sums.length / WORDS)
    for (let vertex = 0; vertex < known; vertex++) {
      const times = this.sums[vertex * WORDS + 3]!
      if (times === 0) continue
      for (let channel = 0; channel < 3; channel++)
        colors[vertex * 3 + channel] = (this.sums[vertex * WORDS + channel]! / times / full) * 255
    }
    release(this.sums)
    return new Uint8Array(colors.buffer)
  }
}

/** Whether all vertices have one color: programs without color support write that, so it means nothing. */
export function isPlain(colors: Uint8Array): boolean {
  for (let at = 3; at < colors.length; at++) if (colors[at] !== colors[at - 3]) return false
  return true
}

const finite = (value: number) => (Number.isFinite(value) ? value : 0)

const isByte = (value: number) => value >= 0 && value <= 255 && Number.isInteger(value)
