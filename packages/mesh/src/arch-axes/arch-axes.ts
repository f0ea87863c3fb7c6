import type { Surface, Vector3 } from '../surface.ts'
import { frontOf } from './front.ts'
import { type Samples, samplesOf } from './samples.ts'
import { CELL, type View } from './seen-from.ts'
import { type Side, sideByVolume } from './side-by-volume.ts'
import { sideFromOutside } from './side-from-outside.ts'
import { teethDirections } from './teeth.ts'
import { across, angleBetween, dot, scaled } from './vectors.ts'

/** Directions other than this, degrees, contradict the likeliest one. */
const OTHER = 40
/** By how much a direction has to be likelier than any other (README.md "Axes"). */
const CLEARLY = 0.5
/** What is no longer than this, mm, may be a single tooth, which looks alike from many sides. */
const TOOTH = 30
/** Scanners mostly lay an arch along the axes of its file: nearer to them than this, degrees, it is taken to lie so. */
const ALONG_AXES = 10
/** The same where the shape is in doubt. */
const ALONG_AXES_IN_DOUBT = 25
/** By how much the teeth have to be likelier here than on the other side, for facets to be said to face inwards. */
const THIS_SIDE = 0.2
/** Facets of an open scan face out through the opening by this share of what is seen, or in. */
const FACES = 0.3
/** A surface that lets less of its area through is closed but for holes: its net area says nothing. */
const OPEN = 0.1

/**
 * How an arch lies in its file: unit vectors to where its teeth point and to its front, across each other, and whether
 * its shape is clear about each. `insideOut`: its facets face the inside, as those of mirrored coordinates do; null where
 * that cannot be told. `insideOutSure`: two signs of that agree, so that people are told.
 */
export type ArchAxes = {
  teeth: Vector3
  anterior: Vector3
  sure: { teeth: boolean; anterior: boolean }
  insideOut: boolean | null
  insideOutSure: boolean
}

type Lying = Pick<ArchAxes, 'teeth' | 'anterior' | 'sure'>

/**
 * Finds how an arch lies in its file, whatever its rotation, place and unit: by its rim, its base and its cusps for the
 * teeth, by its open back for the front. Which way the facets are wound changes nothing.
 * What is no arch gets the usual axes (+Z, +Y), of which nothing is sure. `samples` are those of the surface.
 */
export function guessArchAxes(surface: Surface, samples = samplesOf(surface)): ArchAxes {
  if (!samples) return { ...NO_AXES, insideOut: null, insideOutSure: false }
  const { edges } = samples
  const signs = [sideByVolume(surface, edges), sideFromOutside(surface, samples, edges)]
  const { axes, facing } = lookAt(surface, samples, signs)
  return { ...axes, insideOut: facing.inwards, insideOutSure: facing.inwards === true && facing.agreed }
}

const NO_AXES = { teeth: [0, 0, 1], anterior: [0, 1, 0], sure: { teeth: false, anterior: false } } satisfies Lying

/** How an arch lies, and which side it faces by that and by the signs that are known. */
function lookAt(surface: Surface, samples: Samples, signs: readonly (Side | null)[]): { axes: Lying; facing: Facing } {
  const [best, ...others] = teethDirections(samples, surface)
  if (!best) return { axes: NO_AXES, facing: judgeSides(signs) }
  const found = best.view.frame[2]
  const rival = others.find(({ view }) => angleBetween(view.frame[2], found) > OTHER)
  const opposite = others.find(({ view }) => angleBetween(view.frame[2], found) > 180 - OTHER)
  const front = frontOf(best.view)
  const sure = {
    teeth: best.score - (rival?.score ?? 0) >= CLEARLY && Math.max(best.view.columns, best.view.rows) * CELL > TOOTH,
    anterior: front.sure,
  }
  const teeth = alongAxis(found, sure.teeth)
  const anterior = alongAxis(across(front.anterior, teeth), sure.anterior && sure.teeth)
  // An axis of the file for one, and none for the other, would not be across each other.
  const straight = Math.abs(dot(teeth, anterior)) < 1e-9
  const netArea = sideByNetArea(samples, best.view, best.score - (opposite?.score ?? 0) >= THIS_SIDE)
  return {
    axes: { teeth, anterior: straight ? anterior : across(front.anterior, teeth), sure },
    facing: judgeSides([...signs, netArea]),
  }
}

function alongAxis(direction: Vector3, sure: boolean): Vector3 {
  const axis = direction.reduce((most, value, at) => (Math.abs(value) > Math.abs(direction[most]!) ? at : most), 0)
  const along = scaled([0, 1, 2].map((at) => Number(at === axis)) as Vector3, Math.sign(direction[axis]!))
  return angleBetween(direction, along) <= (sure ? ALONG_AXES : ALONG_AXES_IN_DOUBT) ? along : direction
}

/**
 * Which side the facets face by their sum: of an open scan it leads out through the opening, away from the teeth. A base
 * that lacks its teeth is open where they were, and misleads: the other signs come first.
 */
function sideByNetArea({ net, area }: Samples, { frame, filled }: View, isThisSide: boolean): Side | null {
  if (!isThisSide || Math.hypot(...net) <= OPEN * area) return null
  const facing = dot(net, frame[2]) / (filled * CELL * CELL)
  return Math.abs(facing) < FACES ? null : facing < 0 ? 'inwards' : 'outwards'
}

/** Whether the facets of a surface face its inside, and whether two signs of that agree (`judgeSides`). */
export type Facing = { inwards: boolean | null; agreed: boolean }

/**
 * Looks which side a surface faces: at the volume of its shells, from outside, and only where these two do not agree at how
 * it lies. Coordinates that were mirrored alone look like facets that face inwards, too.
 */
export function facingOfSurface(surface: Surface): Facing {
  const samples = samplesOf(surface)
  if (!samples) return judgeSides([sideByVolume(surface, null)])
  const volume = sideByVolume(surface, samples.edges)
  const outside = sideFromOutside(surface, samples, samples.edges)
  if (volume !== null && volume === outside) return judgeSides([volume, outside])
  return lookAt(surface, samples, [volume, outside]).facing
}

/** Whether the facets of a surface face its inside; false where that cannot be told. */
export const isInsideOut = (surface: Surface): boolean => facingOfSurface(surface).inwards === true

/** More signs decide, of as many the first one that was asked: the volume. */
function judgeSides(signs: readonly (Side | null)[]): Facing {
  const inwards = signs.filter((side) => side === 'inwards').length
  const outwards = signs.filter((side) => side === 'outwards').length
  const even = inwards > 0 && inwards === outwards ? signs.find((side) => side !== null) : null
  if (inwards + outwards === 0) return { inwards: null, agreed: false }
  return { inwards: even ? even === 'inwards' : inwards > outwards, agreed: Math.max(inwards, outwards) > 1 }
}
