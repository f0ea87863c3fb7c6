import type { Surface } from '@archwire/mesh'
import { inverse, joined, type RigidMove } from '@archwire/mesh/best-fit.ts'
import { fitBiteScan } from '@archwire/mesh/bite/bite-scan.ts'
import { answerQuestions } from '../../lib/ask-worker.ts'

/** Surfaces in the unit of their files, of which `millimeters` make one millimeter. */
export type BiteFitQuestion = { bite: Surface; upper: Surface; lower: Surface; millimeters: number }
/**
 * The move from the coordinates of the lower file into those of the upper one, how far the scan is off where it lies on both,
 * and how far noise may have moved the farthest tooth, mm; or which arch the scan does not fit for certain.
 */
export type BiteFitAnswer = { pose: RigidMove; off: number; sway: number } | { unsure: 'upper' | 'lower' | 'both' }

/** Fits arches to a scan of their bite off the page's thread: a search through all places takes seconds. */
answerQuestions(async ({ bite, upper, lower, millimeters }: BiteFitQuestion): Promise<BiteFitAnswer> => {
  const [scan, above, below] = [bite, upper, lower].map((surface) => inMillimeters(surface, millimeters))
  const fit = fitBiteScan(scan!, above!, below!)
  if ('unsure' in fit) return fit
  const { rotation, offset } = joined(inverse(fit.upper), fit.lower)
  const pose = { rotation, offset: offset.map((value) => value / millimeters) as typeof offset }
  return { pose, off: Math.max(fit.fit.upper.off, fit.fit.lower.off), sway: fit.fit.sway }
})

const inMillimeters = ({ positions, indices }: Surface, millimeters: number): Surface => ({
  positions: millimeters === 1 ? positions : positions.map((value) => value * millimeters),
  indices,
})
