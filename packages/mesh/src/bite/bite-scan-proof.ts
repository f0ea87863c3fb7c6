import { angleBetween, dot } from '../arch-axes/vectors.ts'
import {
  inverse,
  joined,
  type Met,
  movedPoint,
  movedPositions,
  type RigidMove,
  type Step,
  stepToPlanes,
} from '../best-fit.ts'
import type { Vector3 } from '../surface.ts'
import { biteOf, type LyingArch } from './bite.ts'
import type { Arch } from './bite-scan-search.ts'
import { swayAt } from './sway.ts'
import { metBy, type Place, turned } from './trimmed-fit.ts'

/** Rounds in which both arches take their places at most; how far they look, mm: first, last, and less each round. */
const ROUNDS = 24
export const REACHES = [1, 0.4] as const
const NARROWS = 0.1
/** A round that moves less ends it: radians, mm. */
const STILL = { turn: 1e-5, way: 2e-4 }
/** What is nearer than this, mm, is trusted however near the others are. */
const FINEST = 0.05
/** Nearer than this, mm, an arch explains a place of a bite scan; farther away it is not looked for. */
const EXPLAINS = 0.3
const LOOKED_FOR = 1
/**
 * What an arch has to explain of a bite scan, and how near it has to be on the mean, mm; what both have to explain together,
 * and how much of what has one of them within a millimeter (docs/decisions/063).
 */
const LEAST_SHARE = 0.15
const FARTHEST_OFF = 0.07
const LEAST_EXPLAINED = 0.6
const LEAST_CLOSE = 0.93
/** The parts of both arches lie on two halves: their middles so far from each other along the teeth, mm. */
const LEAST_HALVES = 2
/** Arches of one bite agree about up and front within this, degrees; no spot of one is deeper in the other, mm. */
const AGREE = 25
const DEEPEST = 0.8
/** By how much the teeth may sway for noise, mm: one standard deviation at the tooth that is farthest off. */
const MOST_SWAY = 0.07

/** How a bite scan fits one arch: the share of it that the arch explains, and how far that is off on the mean, mm. */
export type Part = { share: number; off: number }

/** How well both arches explain a bite scan: shares 0 to 1, lengths in mm, angles in degrees. */
export type PairFit = {
  upper: Part
  lower: Part
  /** Of what has an arch within a millimeter, the share that has it within 0.3 mm. */
  close: number
  /** How far apart the middles of both parts are, along the teeth. */
  halves: number
  /** How far the teeth are from pointing at each other, and the fronts, where both are clear, from agreeing. */
  tilt: number
  turn: number
  /** By how much noise may have moved the lower teeth against the upper ones: one standard deviation, where it is largest. */
  sway: number
}

/** Moves from the coordinates of the bite scan into those of each arch. */
export type Moves = { upper: RigidMove; lower: RigidMove }
export type Arches = { upper: Arch; lower: Arch }

/**
 * Lets both arches take their places together: each place of the bite scan counts for the arch that is nearer, and what is
 * far off for its kind for none. `widest`: how far it looks first, mm.
 */
export function settled(places: readonly Place[], arches: Arches, start: Moves, widest: number = REACHES[0]): Moves {
  let moves = start
  for (let round = 0; round < ROUNDS; round++) {
    const met = shared(places, arches, moves, Math.max(REACHES[1], widest - round * NARROWS))
    const steps = [met.upper, met.lower].map((part) => stepToPlanes(trustedOf(part))) as [Step | null, Step | null]
    if (!steps[0] || !steps[1]) return moves
    moves = { upper: joined(steps[0].move, moves.upper), lower: joined(steps[1].move, moves.lower) }
    if (
      widest - round * NARROWS <= REACHES[1] &&
      steps.every((step) => step!.turn < STILL.turn && step!.way < STILL.way)
    )
      break
  }
  return moves
}

/** Without what is four times as far off as the median. */
function trustedOf(met: readonly Met[]): Met[] {
  const median = met.map(({ distance }) => distance).sort((a, b) => a - b)[met.length >> 1] ?? 0
  return met.filter(({ distance }) => distance < Math.max(FINEST, 4 * median))
}

type Shared = { upper: Met[]; lower: Met[] }

/** Which places each arch meets nearest, in the coordinates of that arch. */
function shared(places: readonly Place[], { upper, lower }: Arches, moves: Moves, reach: number): Shared {
  const found: Shared = { upper: [], lower: [] }
  for (const place of places) {
    const [above] = metBy([place], upper.measured, moves.upper, reach)
    const [below] = metBy([place], lower.measured, moves.lower, above ? above.distance : reach)
    if (below) found.lower.push(below)
    else if (above) found.upper.push(above)
  }
  return found
}

/** Measures how well both arches explain a bite scan. */
export function pairFitOf(places: readonly Place[], arches: Arches, moves: Moves): PairFit {
  const met = shared(places, arches, moves, LOOKED_FOR)
  const [above, below] = [met.upper, met.lower].map((some) => some.filter(({ distance }) => distance < EXPLAINS)) as [
    Met[],
    Met[],
  ]
  const part = (some: readonly Met[]): Part => ({
    share: some.length / places.length,
    off: some.reduce((sum, { distance }) => sum + distance, 0) / (some.length || 1),
  })
  const [down, up] = [directionsOf(arches.upper, moves.upper), directionsOf(arches.lower, moves.lower)]
  const [middle, other] = [middleOf(above, moves.upper), middleOf(below, moves.lower)]
  const away: Vector3 = [other[0] - middle[0], other[1] - middle[1], other[2] - middle[2]]
  const isClear = arches.upper.axes.sure.anterior && arches.lower.axes.sure.anterior
  return {
    upper: part(above),
    lower: part(below),
    close: (above.length + below.length) / (met.upper.length + met.lower.length || 1),
    halves: (dot(away, down.teeth) - dot(away, up.teeth)) / 2,
    tilt: angleBetween(down.teeth, [-up.teeth[0], -up.teeth[1], -up.teeth[2]]),
    turn: isClear ? angleBetween(down.anterior, up.anterior) : 0,
    sway: swayOf(trustedOf(above), trustedOf(below), arches, moves),
  }
}

/** The middle of places that an arch met, in the coordinates of the bite scan. */
function middleOf(met: readonly Met[], move: RigidMove): Vector3 {
  const middle: Vector3 = [0, 0, 0]
  for (const { place } of met) for (let axis = 0; axis < 3; axis++) middle[axis]! += place[axis]! / met.length
  return movedPoint(inverse(move), ...middle)
}

/** Both arches sway by themselves: their variances add up. */
function swayOf(above: readonly Met[], below: readonly Met[], { lower }: Arches, moves: Moves): number {
  const over = joined(moves.upper, inverse(moves.lower))
  const teeth = lower.outside.places.map(({ at }) => at)
  const [ours, theirs] = [
    swayAt(
      above,
      teeth.map((place) => movedPoint(over, ...place)),
    ),
    swayAt(below, teeth),
  ]
  return Math.sqrt(teeth.reduce((most, _, at) => Math.max(most, ours[at]! + theirs[at]!), 0))
}

/** Where an arch's teeth and front lead in the coordinates of the bite scan. */
function directionsOf({ axes }: Arch, move: RigidMove) {
  const back = inverse(move)
  return { teeth: turned(back, axes.teeth), anterior: turned(back, axes.anterior) }
}

/** Which jaw a fit leaves open; null when it leaves none. */
export function doubtOf({ upper, lower, close, halves, tilt, turn, sway }: PairFit): 'upper' | 'lower' | 'both' | null {
  const isGood = ({ share, off }: Part) => share >= LEAST_SHARE && off <= FARTHEST_OFF
  if (!isGood(upper)) return isGood(lower) ? 'upper' : 'both'
  if (!isGood(lower)) return 'lower'
  const fits =
    upper.share + lower.share >= LEAST_EXPLAINED &&
    close >= LEAST_CLOSE &&
    halves >= LEAST_HALVES &&
    tilt <= AGREE &&
    turn <= AGREE &&
    sway <= MOST_SWAY
  return fits ? null : 'both'
}

/**
 * How deep a tooth of one arch reaches into the other where the moves bring both, mm; null where they lie as no mouth closes.
 */
export function penetrationOf({ upper, lower }: Arches, moves: Moves): number | null {
  const lying = (arch: Arch, move: RigidMove): LyingArch => ({
    surface: { positions: movedPositions(arch.surface.positions, inverse(move)), indices: arch.surface.indices },
    axes: { ...arch.axes, ...directionsOf(arch, move) },
  })
  const { answer, facing } = biteOf(lying(upper, moves.upper), lying(lower, moves.lower))
  return answer === 'apart' || facing.penetration > DEEPEST ? null : facing.penetration
}

/** What ranks fits: what is explained, less what is off. */
export const worth = ({ upper, lower, tilt, turn, halves }: PairFit): number =>
  upper.share * (1 - upper.off / EXPLAINS) +
  lower.share * (1 - lower.off / EXPLAINS) -
  (tilt > AGREE || turn > AGREE || halves < LEAST_HALVES ? 1 : 0)
