import { type ArchAxes, guessArchAxes } from '../arch-axes/arch-axes.ts'
import { angleBetween, dot, scaled, unit } from '../arch-axes/vectors.ts'
import { turnedOver } from '../facing-outwards.ts'
import { boundingBox, guessUnit, MILLIMETERS } from '../measure.ts'
import type { Surface, Vector3 } from '../surface.ts'
import { type Facing, facing } from './facing.ts'
import { passesThrough } from './passes-through.ts'

/** Arches of one bite agree about up and front within this, degrees; beyond the second they contradict each other. */
const AGREE = 25
const CONTRADICT = 45
/**
 * What a bite shows (docs/decisions/063): chewing surface that is met, spots that touch; at most so much overlap for each
 * of them, and nowhere deeper, mm.
 */
const LEAST_MET = 0.15
const LEAST_TOUCHING = 10
const OVERLAP_OF_TOUCHING = 0.006
const DEEPEST = 0.5
/** Arches farther apart than this along their teeth, mm, or that overlap less than this share across, are apart. */
const WIDEST_OPEN = 15
const LEAST_OVERLAP = 0.4
/** Spots that reach so deep into the other arch all in all, mm: a millimeter too high, and no mouth closes through itself. */
const THROUGH = 10
/** Less chewing surface that is met is no contact: then only a gap leaves it open whether they belong together. */
const CONTACT = 0.03

/** An arch and how it lies. */
export type LyingArch = { surface: Surface; axes: ArchAxes }

/** Whether two arches share one coordinate system: they do and bite, they do not, or the shape leaves it open. */
export type BiteAnswer = 'in_bite' | 'apart' | 'unsure'

export type Bite = { answer: BiteAnswer; facing: Facing }

const UNMEASURED: Facing = { met: 0, touching: 0, overlap: 0, penetration: 0 }

/**
 * Tells whether an upper and a lower arch lie in their files as they meet in the mouth. Nothing is turned before: their
 * teeth have to point at each other, their fronts to agree, and their teeth to touch in many places without reaching into
 * each other. A bite that is open, a part of an arch or a scan that is inside out leave it unsure at most; what passes
 * through itself is apart, whatever the shape says of how it lies.
 */
export function biteOf(upper: LyingArch, lower: LyingArch): Bite {
  const [unitOfUpper, unitOfLower] = [upper, lower].map(({ surface }) =>
    guessUnit(Math.max(...boundingBox(surface.positions).size)),
  )
  if (!unitOfUpper || unitOfUpper !== unitOfLower) return { answer: 'apart', facing: UNMEASURED }
  const inMillimeters = ({ surface, axes }: LyingArch): Surface => ({
    positions:
      unitOfUpper === 'mm' ? surface.positions : surface.positions.map((value) => value * MILLIMETERS[unitOfUpper]),
    indices: axes.insideOut === true ? turnedOver(surface.indices) : surface.indices,
  })
  const [above, below] = [inMillimeters(upper), inMillimeters(lower)]
  const tilt = angleBetween(upper.axes.teeth, scaled(lower.axes.teeth, -1))
  const turn = angleBetween(upper.axes.anterior, lower.axes.anterior)
  const surelyUp = upper.axes.sure.teeth && lower.axes.sure.teeth
  const surelyFront = surelyUp && upper.axes.sure.anterior && lower.axes.sure.anterior
  if (areFar(above, below, upper.axes, lower.axes)) return { answer: 'apart', facing: UNMEASURED }
  if ((surelyUp && tilt > CONTRADICT) || (surelyFront && turn > CONTRADICT))
    return { answer: 'apart', facing: UNMEASURED }
  const [down, up] = [facing(above, below, upper.axes.teeth), facing(below, above, lower.axes.teeth)]
  const both: Facing = {
    met: Math.min(down.met, up.met),
    touching: Math.min(down.touching, up.touching),
    overlap: Math.max(down.overlap, up.overlap),
    penetration: Math.max(down.penetration, up.penetration),
  }
  if (both.overlap > THROUGH) return { answer: 'apart', facing: both }
  if (both.met < CONTACT && (both.overlap > 0 || passesThrough(above, below))) return { answer: 'apart', facing: both }
  const agree = surelyUp && tilt <= AGREE && (!surelyFront || turn <= AGREE)
  const sound = upper.axes.insideOut !== true && lower.axes.insideOut !== true
  const bites =
    both.met >= LEAST_MET &&
    both.touching >= LEAST_TOUCHING &&
    both.overlap <= OVERLAP_OF_TOUCHING * both.touching &&
    both.penetration <= DEEPEST
  return { answer: agree && sound && bites ? 'in_bite' : 'unsure', facing: both }
}

/** `biteOf` for surfaces whose axes are not known yet. */
export const biteOfSurfaces = (upper: Surface, lower: Surface): Bite =>
  biteOf({ surface: upper, axes: guessArchAxes(upper) }, { surface: lower, axes: guessArchAxes(lower) })

/** Whether no mouth opens so wide, or one arch lies beside the other. */
function areFar(upper: Surface, lower: Surface, above: ArchAxes, below: ArchAxes): boolean {
  const towards = (surface: Surface, direction: Vector3): [low: number, high: number] => {
    let [low, high] = [Infinity, -Infinity]
    for (let at = 0; at < surface.positions.length; at += 3) {
      const along = dot([surface.positions[at]!, surface.positions[at + 1]!, surface.positions[at + 2]!], direction)
      low = Math.min(low, along)
      high = Math.max(high, along)
    }
    return [low, high]
  }
  const opposed = unit(below.teeth.map((value, axis) => value - above.teeth[axis]!) as Vector3)
  const height = Math.hypot(...opposed) < 0.5 ? below.teeth : opposed
  const side: Vector3 = [
    below.anterior[1] * height[2] - below.anterior[2] * height[1],
    below.anterior[2] * height[0] - below.anterior[0] * height[2],
    below.anterior[0] * height[1] - below.anterior[1] * height[0],
  ]
  const overlaps = [below.anterior, side].map((direction) => {
    const [a, b] = [towards(upper, direction), towards(lower, direction)]
    const shared = Math.min(a[1], b[1]) - Math.max(a[0], b[0])
    return shared / (Math.min(a[1] - a[0], b[1] - b[0]) || 1)
  })
  const [a, b] = [towards(upper, height), towards(lower, height)]
  return Math.max(a[0] - b[1], b[0] - a[1]) > WIDEST_OPEN || overlaps.some((share) => share < LEAST_OVERLAP)
}
