import { columnAt, COLUMNS, forPlacesOf, placeOf, seenHeights, SIDE } from './seen-heights.ts'
import { rotated, type Rotation } from '../orientation.ts'
import type { Surface } from '../surface.ts'

/** How much teeth of one mouth have worn each other where they meet, mm, counted from the first touch. */
const WORN = 1
/** What stays between worn facets, mm. */
const ROOM = 0.04
/** What a facet may reach into the upper teeth between its corners, mm. */
const GIVES = 0.12
/** Worn facets change their neighbors: so many times. */
const WEARS = 2
/** Farthest slope of the lower jaw, as a share. */
const STEEPEST = 0.12

/**
 * Closes a lower arch against an upper one as a jaw does: it rises and leans until three places touch, and then a little
 * more: what would reach into the upper teeth is worn off, so that they meet in facets, as teeth that have grown up
 * together do. Both have their teeth along Z, as `syntheticArch` makes them; the upper one stays.
 */
export function closedBite(upper: Surface, lower: Surface): Surface {
  const [above, below] = [seenHeights(upper, -1), seenHeights(lower, 1)]
  const gaps = gapsThatCount(above, below)
  const room = (b: number, c: number) => leastRoom(gaps, b, c)
  // How far it rises is a concave function of how it leans: the best lean is found by thirds.
  const best = (rises: (value: number) => number): number => {
    let [low, high] = [-STEEPEST, STEEPEST]
    for (let round = 0; round < 24; round++) {
      const [a, b] = [low + (high - low) / 3, high - (high - low) / 3]
      if (rises(a) < rises(b)) low = a
      else high = b
    }
    return (low + high) / 2
  }
  const c = best((lean) =>
    room(
      best((side) => room(side, lean)),
      lean,
    ),
  )
  const b = best((side) => room(side, c))
  const rise = room(b, c) + WORN
  const [across, along] = [Math.atan(b), Math.atan(c)]
  const turn: Rotation = [
    [Math.cos(across), 0, -Math.sin(across)],
    [-Math.sin(along) * Math.sin(across), Math.cos(along), -Math.sin(along) * Math.cos(across)],
    [Math.cos(along) * Math.sin(across), Math.sin(along), Math.cos(along) * Math.cos(across)],
  ]
  const positions = rotated(lower.positions, turn).map((value, at) => value + (at % 3 === 2 ? rise : 0))
  for (let at = 0; at < positions.length; at += 3) {
    const column = columnAt(positions[at]!, positions[at + 1]!)
    if (column >= 0) positions[at + 2] = Math.min(positions[at + 2]!, -above[column]! - ROOM)
  }
  const closed = { ...lower, positions }
  for (let round = 0; round < WEARS; round++) wearOff(closed, above)
  return closed
}

/**
 * Places and what is between the jaws there, in threes. Beside a place with so much less that no lean makes up for it, one
 * is left out: the room is asked for thousands of leans.
 */
function gapsThatCount(above: Float32Array, below: Float32Array): Float64Array {
  const gaps = Float64Array.from(below, (top, column) =>
    top > -Infinity && above[column]! > -Infinity ? -above[column]! - top : Infinity,
  )
  const leaned = STEEPEST / COLUMNS + 1e-6
  const kept: number[] = []
  gaps.forEach((gap, column) => {
    if (gap === Infinity) return
    const isLessBeside = [1, -1, SIDE, -SIDE].some((step) => gaps[column + step]! + leaned <= gap)
    if (!isLessBeside) kept.push(...placeOf(column), gap)
  })
  return Float64Array.from(kept)
}

/** The least gap over all places, from which a lean takes its share. */
function leastRoom(gaps: Float64Array, b: number, c: number): number {
  let least = Infinity
  for (let at = 0; at < gaps.length; at += 3) least = Math.min(least, gaps[at + 2]! - b * gaps[at]! - c * gaps[at + 1]!)
  return least
}

/** Lowers large facets that reach into the upper teeth between their corners. */
function wearOff({ positions, indices }: Surface, above: Float32Array): void {
  const wear = new Float32Array(positions.length / 3)
  forPlacesOf({ positions, indices }, (facet, x, y, z) => {
    const column = columnAt(x, y)
    // Infinite where nothing is above.
    const excess = column < 0 ? 0 : z + above[column]! - GIVES
    if (!(excess > 0)) return
    for (let corner = 0; corner < 3; corner++) {
      const vertex = indices[facet * 3 + corner]!
      wear[vertex] = Math.max(wear[vertex]!, excess)
    }
  })
  wear.forEach((by, vertex) => (positions[vertex * 3 + 2]! -= by))
}
