import { joined, type Met, movedPoint, type RigidMove, stepToPlanes } from '../best-fit.ts'
import { dot } from '../arch-axes/vectors.ts'
import type { Foot } from '../surface-distance.ts'
import type { Vector3 } from '../surface.ts'

/** Places on a surface, each with the unit normal there, millimeters. */
export type Place = { at: Vector3; normal: Vector3 }

/** What says where places meet a surface: a `MeasuredSurface`, or nearly. */
export type Feet = { footOf(x: number, y: number, z: number, reach: number): Foot | null }

/** Normals of one surface, scanned twice, agree within this (cosine of 50°). */
const AGREE = Math.cos((50 * Math.PI) / 180)

/** How a fit by trimmed places is done. */
export type Trim = {
  rounds: number
  /** Share of all places that is trusted: what belongs to the surface at least. */
  share: number
  /** Farther away nothing is looked for, mm. */
  reach: number
  /** See `stepToPlanes`. */
  stiffness: number
}

/** A move and how far the trusted share of the places is from the surface on the mean, mm. */
export type Fitted = { move: RigidMove; off: number }

/** The places that have a counterpart of the same direction within reach, where a move brings them. */
export function metBy(places: readonly Place[], to: Feet, move: RigidMove, reach: number): Met[] {
  const [u, v, w] = move.rotation
  const met: Met[] = []
  for (const { at, normal } of places) {
    const place = movedPoint(move, at[0], at[1], at[2])
    const foot = to.footOf(place[0], place[1], place[2], reach)
    if (!foot) continue
    const [x, y, z] = foot.normal
    if (dot(u, normal) * x + dot(v, normal) * y + dot(w, normal) * z < AGREE) continue
    met.push({ place, normal: [x, y, z], along: foot.along, distance: foot.distance })
  }
  return met
}

/** The direction after a move. */
export const turned = ({ rotation: [a, b, c] }: RigidMove, direction: Vector3): Vector3 => [
  dot(a, direction),
  dot(b, direction),
  dot(c, direction),
]

/**
 * Iterative closest points against tangent planes of which only the nearest share is trusted (D. Chetverikov et al., 2002):
 * the rest of the places belongs to something else.
 */
export function trimmedFit(places: readonly Place[], to: Feet, start: RigidMove, trim: Trim): Fitted {
  const count = Math.ceil(places.length * trim.share)
  let move = start
  for (let round = 0; ; round++) {
    const met = metBy(places, to, move, trim.reach).sort((a, b) => a.distance - b.distance)
    if (met.length > count) met.length = count
    const step = round < trim.rounds ? stepToPlanes(met, trim.stiffness) : null
    if (!step || (step.turn < 1e-5 && step.way < 1e-4)) {
      // What has no counterpart is as far away as can be.
      const sum = met.reduce((total, { distance }) => total + distance, (count - met.length) * trim.reach)
      return { move, off: sum / count }
    }
    move = joined(step.move, move)
  }
}
