/** A point of the arch midline: place, unit tangent (towards the patient's right) and arc length from the midline. */
export type ArchPoint = { x: number; y: number; tangentX: number; tangentY: number; length: number }

const STEP = 0.5
const SQUARENESS = 2.7

/**
 * The midline of a dental arch seen from above: y = depth · (1 − (|x| / halfWidth)^2.7), squarer in front than a
 * parabola, as arch forms are. x to the patient's right, y forwards, mm.
 */
export class ArchCurve {
  /** From the left end to the right end, about half a millimeter apart. */
  readonly points: readonly ArchPoint[]
  private readonly half: readonly ArchPoint[]
  /** Where the points are, x and y in turn: the nearest one is looked for wherever an arch is formed. */
  private readonly places: Float64Array

  /** `reach` is the arc length of a half arch, to which the depth is fitted; `front` the y of the midline point. */
  constructor(halfWidth: number, reach: number, front: number) {
    this.half = sampleHalf(halfWidth, fitDepth(halfWidth, reach), front, reach)
    const mirrored = this.half.slice(1).map((p) => ({ ...p, x: -p.x, tangentY: -p.tangentY, length: -p.length }))
    this.points = [...mirrored.reverse(), ...this.half]
    this.places = Float64Array.from(this.points.flatMap((p) => [p.x, p.y]))
  }

  /** The point at a signed arc length (right positive), held at the ends. */
  at(length: number): ArchPoint {
    const place = Math.min(Math.abs(length) / STEP, this.half.length - 1)
    const low = this.half[Math.floor(place)]!
    const high = this.half[Math.ceil(place)]!
    const t = place - Math.floor(place)
    const mix = (a: number, b: number) => a + (b - a) * t
    const sign = length < 0 ? -1 : 1
    return {
      x: sign * mix(low.x, high.x),
      y: mix(low.y, high.y),
      tangentX: mix(low.tangentX, high.tangentX),
      tangentY: sign * mix(low.tangentY, high.tangentY),
      length: sign * mix(low.length, high.length),
    }
  }

  /** The nearest point of the midline, its arc length and the distance, positive on the outer (buccal) side. */
  nearest(x: number, y: number): { length: number; outwards: number } {
    const { places } = this
    let best = Infinity
    let nearest = 0
    for (let at = 0; at < places.length; at += 2) {
      const distance = (places[at]! - x) ** 2 + (places[at + 1]! - y) ** 2
      if (distance < best) {
        best = distance
        nearest = at
      }
    }
    const point = this.points[nearest / 2]!
    const dx = x - point.x
    const dy = y - point.y
    const along = dx * point.tangentX + dy * point.tangentY
    const side = dx * -point.tangentY + dy * point.tangentX >= 0 ? 1 : -1
    const pastEnd = point === this.points[0] || point === this.points.at(-1)
    const distance = pastEnd ? Math.sqrt(best) : Math.sqrt(Math.max(0, best - along * along))
    return { length: point.length + (pastEnd ? 0 : along), outwards: side * distance }
  }
}

function sampleHalf(halfWidth: number, depth: number, front: number, reach: number): ArchPoint[] {
  const points: ArchPoint[] = []
  let x = 0
  let y = 0
  for (let length = 0; length <= reach + STEP / 2; length += STEP) {
    const slope = slopeAt(x, halfWidth, depth)
    const scale = Math.hypot(1, slope)
    points.push({ x, y: front + y, tangentX: 1 / scale, tangentY: slope / scale, length })
    // A middle step keeps the arc length true where the curve bends.
    const middle = slopeAt(x + STEP / scale / 2, halfWidth, depth)
    x += STEP / Math.hypot(1, middle)
    y = -depth * (x / halfWidth) ** SQUARENESS
  }
  return points
}

function slopeAt(x: number, halfWidth: number, depth: number): number {
  return ((-depth * SQUARENESS) / halfWidth) * (x / halfWidth) ** (SQUARENESS - 1)
}

/** The depth at which half the curve, from the midline to `halfWidth`, has the arc length `reach`. */
function fitDepth(halfWidth: number, reach: number): number {
  let low = 1
  let high = reach
  for (let round = 0; round < 30; round++) {
    const depth = (low + high) / 2
    let length = 0
    for (let i = 0; i < 100; i++) {
      const x = ((i + 0.5) / 100) * halfWidth
      length += Math.hypot(1, slopeAt(x, halfWidth, depth)) * (halfWidth / 100)
    }
    if (length < reach) low = depth
    else high = depth
  }
  return (low + high) / 2
}
