import { facingOutwards } from '@archwire/mesh/facing-outwards.ts'
import { bestFit, extentOf, movedPositions, NO_MOVE, type RigidMove } from '@archwire/mesh/best-fit.ts'
import {
  deviationOf,
  distancesTo,
  MeasuredSurface,
  vertexAreas,
  type Deviation,
} from '@archwire/mesh/surface-distance.ts'
import type { Surface } from '@archwire/mesh'
import { answerQuestions } from '../../lib/ask-worker.ts'

/** `fit`: first fits `from` to `to` as well as possible. `reach` and `tolerance` in millimeters. */
export type DistanceQuestion = {
  from: Surface
  to: Surface
  reach: number
  tolerance: number
  fit: boolean
  jaw: 'upper' | 'lower' | null
}
/** A distance per vertex of `from` (NaN: no counterpart), its figures, and the move that was made before. */
export type DistanceAnswer = {
  distances: Float32Array
  figures: Deviation | null
  move: RigidMove
  moved: { way: number; turn: number }
}

/** Compares surfaces off the page's thread: half a million triangles take a second or two. */
answerQuestions(
  async ({ from, to, reach, tolerance, fit, jaw }: DistanceQuestion): Promise<DistanceAnswer> => {
    // A scan that is inside out would count everything in front of it as behind.
    const outwards = facingOutwards(to)
    const target = new MeasuredSurface(outwards)
    const move = fit ? bestFit(from, target, outwards, jaw) : NO_MOVE
    const placed: Surface = fit ? { ...from, positions: movedPositions(from.positions, move) } : from
    const distances = distancesTo(target, placed, reach)
    return {
      distances,
      figures: deviationOf(distances, vertexAreas(placed), tolerance),
      move,
      moved: extentOf(move, from.positions),
    }
  },
  ({ distances }) => [distances.buffer as ArrayBuffer],
)
