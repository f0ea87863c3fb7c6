import { areaAndVolume, boundingBox } from '../measure.ts'
import type { Surface, Vector3 } from '../surface.ts'
import { frontOf } from './front.ts'
import { netArea, type Samples, samplesOf } from './samples.ts'
import { CELL, type View } from './seen-from.ts'
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
/** A surface that lets less of its area through is closed but for holes; its volume tells which way it faces. */
const OPEN = 0.1
/** Of the box around it a solid fills at least this: less, and facets face both ways. */
const SOLID = 0.05

/**
 * How an arch lies in its file: unit vectors to where its teeth point and to its front, across each other, and whether
 * its shape is clear about each. `insideOut`: its facets face the inside, as those of mirrored coordinates do; null where
 * that cannot be told.
 */
export type ArchAxes = {
  teeth: Vector3
  anterior: Vector3
  sure: { teeth: boolean; anterior: boolean }
  insideOut: boolean | null
}

/**
 * Finds how an arch lies in its file, whatever its rotation, place and unit: by its rim, its base and its cusps for the
 * teeth, by its open back for the front. Which way the facets are wound changes nothing.
 * What is no arch gets the usual axes (+Z, +Y), of which nothing is sure.
 */
export function guessArchAxes(surface: Surface): ArchAxes {
  const samples = samplesOf(surface)
  const directions = samples ? teethDirections(samples, surface) : []
  const [best, ...others] = directions
  if (!samples || !best)
    return { teeth: [0, 0, 1], anterior: [0, 1, 0], sure: { teeth: false, anterior: false }, insideOut: null }
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
  return {
    teeth,
    anterior: straight ? anterior : across(front.anterior, teeth),
    sure,
    insideOut: facesInside(surface, samples, best.view, best.score - (opposite?.score ?? 0) >= THIS_SIDE),
  }
}

function alongAxis(direction: Vector3, sure: boolean): Vector3 {
  const axis = direction.reduce((most, value, at) => (Math.abs(value) > Math.abs(direction[most]!) ? at : most), 0)
  const along = scaled([0, 1, 2].map((at) => Number(at === axis)) as Vector3, Math.sign(direction[axis]!))
  return angleBetween(direction, along) <= (sure ? ALONG_AXES : ALONG_AXES_IN_DOUBT) ? along : direction
}

function facesInside(
  surface: Surface,
  { net, area }: Samples,
  { frame, filled }: View,
  isThisSide: boolean,
): boolean | null {
  if (Math.hypot(...net) <= OPEN * area) {
    const box = boundingBox(surface.positions)
    const { signedVolume } = areaAndVolume(surface, box)
    const solid = SOLID * box.size[0] * box.size[1] * box.size[2]
    return Math.abs(signedVolume) <= solid ? null : signedVolume < 0
  }
  const facing = dot(net, frame[2]) / (filled * CELL * CELL)
  return !isThisSide || Math.abs(facing) < FACES ? null : facing < 0
}

/**
 * Whether the facets of a surface face its inside; false where that cannot be told. Asks the volume first: of a surface
 * that is closed but for holes its axes are not needed. Coordinates that were mirrored alone look like that, too.
 */
export function isInsideOut(surface: Surface): boolean {
  const box = boundingBox(surface.positions)
  const { area, signedVolume } = areaAndVolume(surface, box)
  if (Math.hypot(...netArea(surface)) > OPEN * area) return guessArchAxes(surface).insideOut === true
  return signedVolume < -SOLID * box.size[0] * box.size[1] * box.size[2]
}
