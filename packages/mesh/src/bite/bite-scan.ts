import { inverse, NO_MOVE, type RigidMove } from '../best-fit.ts'
import type { Surface } from '../surface.ts'
import {
  type Arches,
  doubtOf,
  type Moves,
  type PairFit,
  pairFitOf,
  penetrationOf,
  REACHES,
  settled,
  worth,
} from './bite-scan-proof.ts'
import { archOf, type BiteScan, biteScanOf, evenly, search } from './bite-scan-search.ts'
import { startsAlong, startsNear, startsOpposite } from './bite-scan-starts.ts'
import { type Fitted, metBy, trimmedFit } from './trimmed-fit.ts'

/** Of a bite scan at least this share belongs to an arch that is looked for first; of what it leaves, to the other. */
const FIRST_SHARE = 0.35
const REST_SHARE = 0.6
/** What has an arch nearer than this, mm, is not looked for in the other; so many places are enough for one. */
const TAKEN = 0.25
const FEWEST_LEFT = 60
const LOOKED_AT = 2000
/** So many fits of an arch are followed, unless they are off by more than this on the mean, mm. */
const FOLLOWED = 2
const HOPELESS = 0.1
/** By how many places pairs are compared. */
const COMPARED = 700
/** A bite scan that lies in the coordinates of an arch is off by no more than this on the mean, mm. */
const IN_PLACE = 0.07

/** How a bite scan fits both arches. */
export type BiteScanFit = {
  /** Moves from the coordinates of each arch's file into those of the bite scan. */
  upper: RigidMove
  lower: RigidMove
  fit: PairFit
  /** How deep the deepest spot of one arch reaches into the other, mm. */
  penetration: number
}

/** Where a person has brought arches: moves like those of the answer, within about 3 mm and 8 degrees. */
export type Near = { upper?: RigidMove; lower?: RigidMove }

/** Which arch a bite scan does not place for sure. */
export type Unsure = { unsure: 'upper' | 'lower' | 'both' }

type JawName = 'upper' | 'lower'
const JAWS: readonly JawName[] = ['upper', 'lower']
const OTHER = { upper: 'lower', lower: 'upper' } as const

/**
 * Finds how two arches bite by a scan of the closed mouth from its cheek or its front, which shows the outer sides of teeth
 * of both; each in coordinates of its own, in millimeters, wound outwards. Tries first whether the bite scan lies in the
 * coordinates of an arch, unless a person has brought one `near`, then looks all along both. Answers what is unsure rather
 * than a bite that may be wrong: what thresholds stand between is in docs/decisions/063. Arches under swapped names fit
 * as well: which jaw is which is another question.
 */
export function fitBiteScan(bite: Surface, upper: Surface, lower: Surface, near: Near = {}): BiteScanFit | Unsure {
  const scan = biteScanOf(bite)
  if (!scan) return { unsure: 'both' }
  const [above, below] = [archOf(upper), archOf(lower)]
  if (!above || !below) return { unsure: above ? 'lower' : below ? 'upper' : 'both' }
  const arches: Arches = { upper: above, lower: below }
  if (!near.upper && !near.lower) {
    const there = { upper: placedAlready(scan, arches, 'upper'), lower: placedAlready(scan, arches, 'lower') }
    const answer = fitFrom(scan, arches, there)
    if (!('unsure' in answer)) return answer
  }
  const candidates = (jaw: JawName) => {
    const given = near[jaw]
    const starts = given ? startsNear(scan.patch, inverse(given)) : startsAlong(scan.patch, arches[jaw].outside)
    return search(scan.places, scan.patch, arches[jaw], starts, FIRST_SHARE)
  }
  return fitFrom(scan, arches, { upper: candidates('upper'), lower: candidates('lower') })
}

type Candidates = Record<JawName, readonly Fitted[]>

/** The fit of a bite scan that lies in the coordinates of an arch, as scanners often write it; none else. */
function placedAlready(scan: BiteScan, arches: Arches, jaw: JawName): Fitted[] {
  const trim = { share: FIRST_SHARE, rounds: 10, reach: 1.5, stiffness: 0.0005 }
  const fitted = trimmedFit(evenly(scan.places, COMPARED), arches[jaw].measured, NO_MOVE, trim)
  return fitted.off <= IN_PLACE ? [fitted] : []
}

/**
 * Takes the likeliest fits of one arch, looks for the other in what that leaves of the bite scan, and answers the first pair
 * without doubt, or what the best one leaves open.
 */
function fitFrom(scan: BiteScan, arches: Arches, candidates: Candidates): BiteScanFit | Unsure {
  const firsts = JAWS.flatMap((jaw) => candidates[jaw].slice(0, FOLLOWED).map((fitted) => ({ jaw, fitted })))
    .filter(({ fitted }) => fitted.off <= HOPELESS)
    .sort((a, b) => a.fitted.off - b.fitted.off)
  let best: PairFit | null = null
  for (const { jaw, fitted } of firsts) {
    const start = withOther(scan, arches, jaw, fitted, candidates[OTHER[jaw]])
    if (!start) continue
    const some = evenly(scan.places, COMPARED)
    const roughly = settled(some, arches, start)
    let fit = pairFitOf(some, arches, roughly)
    if (doubtOf({ ...fit, sway: 0 }) === null) {
      const moves = settled(scan.places, arches, roughly, REACHES[1])
      fit = pairFitOf(scan.places, arches, moves)
      const penetration = doubtOf(fit) === null ? penetrationOf(arches, moves) : null
      if (penetration !== null) return { upper: inverse(moves.upper), lower: inverse(moves.lower), fit, penetration }
    }
    if (!best || worth(fit) > worth(best)) best = fit
  }
  if (best) return { unsure: doubtOf(best) ?? 'both' }
  const [first] = firsts
  return { unsure: first && first.fitted.off <= IN_PLACE ? OTHER[first.jaw] : 'both' }
}

/** Where the other arch lies once one has its place; null when the bite scan shows nothing else. */
function withOther(
  { places, patch }: BiteScan,
  arches: Arches,
  jaw: JawName,
  { move }: Fitted,
  others: readonly Fitted[],
): Moves | null {
  const other = OTHER[jaw]
  const left = evenly(places, LOOKED_AT).filter(
    (place) => metBy([place], arches[jaw].measured, move, TAKEN).length === 0,
  )
  if (left.length < FEWEST_LEFT) return null
  const starts = [...others.map((fitted) => fitted.move), ...startsOpposite(move, arches[jaw], arches[other])]
  const [second] = search(left, patch, arches[other], starts, REST_SHARE)
  if (!second) return null
  return jaw === 'upper' ? { upper: move, lower: second.move } : { upper: second.move, lower: move }
}
