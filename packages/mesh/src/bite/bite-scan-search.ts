import { type ArchAxes, guessArchAxes } from '../arch-axes/arch-axes.ts'
import { samplesOf } from '../arch-axes/samples.ts'
import { movedPoint, type RigidMove } from '../best-fit.ts'
import { atMost } from '../clustered.ts'
import { findEdges } from '../edges.ts'
import { areaAndVolume, boundingBox, vertexNormals } from '../measure.ts'
import { MeasuredSurface } from '../surface-distance.ts'
import type { Surface, Vector3 } from '../surface.ts'
import { withoutUnused } from '../weld.ts'
import { type Outside, outsideOf, type Patch, patchOf } from './bite-scan-starts.ts'
import { CoarseFeet } from './coarse-feet.ts'
import { type Fitted, type Place, trimmedFit } from './trimmed-fit.ts'

/** Facets that are enough: finer ones show the scanner's noise, not the teeth. */
const BITE_FACETS = 12_000
/** A bite scan shows some teeth, and is no second arch: its longest side, mm; its area, mm². */
const LENGTHS = [14, 90] as const
const SMALLEST_MM2 = 90
/** No scan is larger, mm: what is larger is in other units. */
const LARGEST = 300
/** Places of a bite scan that are kept, and how few are too few. */
const PLACES = 5000
const FEWEST = 200

/** An arch to which a bite scan is laid, millimeters. */
export type Arch = {
  surface: Surface
  axes: ArchAxes
  outside: Outside
  coarse: CoarseFeet
  measured: MeasuredSurface
}

export type BiteScan = { places: Place[]; patch: Patch }

/** What of a bite scan is compared; null when it is none. */
export function biteScanOf(surface: Surface): BiteScan | null {
  if (surface.indices.length === 0 || !isSized(surface, LENGTHS)) return null
  const thinned = withoutUnused(atMost(surface, BITE_FACETS).surface)
  if (areaAndVolume(thinned, boundingBox(thinned.positions)).area < SMALLEST_MM2) return null
  const places = placesOf(thinned)
  return places.length < FEWEST ? null : { places, patch: patchOf(places) }
}

/** An arch, made ready; null when its shape does not say where its teeth point, or it is inside out. */
export function archOf(surface: Surface): Arch | null {
  if (surface.indices.length === 0 || !isSized(surface, [LENGTHS[0], LARGEST])) return null
  const samples = samplesOf(surface)
  if (!samples) return null
  const axes = guessArchAxes(surface, samples)
  if (axes.insideOut === true || !axes.sure.teeth) return null
  const outside = outsideOf(samples, axes)
  const coarse = new CoarseFeet(outside.points, outside.normals)
  return { surface, axes, outside, coarse, measured: new MeasuredSurface(surface) }
}

function isSized({ positions }: Surface, [least, most]: readonly [number, number]): boolean {
  const longest = Math.max(...boundingBox(positions).size)
  return longest >= least && longest <= most
}

/** Corners but those of the border, where a scanner guesses. Between them facets cut through what is round. */
function placesOf(surface: Surface): Place[] {
  const { positions } = surface
  const normals = vertexNormals(surface)
  const onRim = new Uint8Array(positions.length / 3)
  for (const vertex of findEdges(surface).openPairs) onRim[vertex] = 1
  const inner = Array.from(onRim.keys()).filter((vertex) => onRim[vertex] === 0)
  return evenly(inner, PLACES).map((vertex) => ({
    at: [...positions.subarray(vertex * 3, vertex * 3 + 3)] as Vector3,
    normal: [...normals.subarray(vertex * 3, vertex * 3 + 3)] as Vector3,
  }))
}

/** So many of a list, evenly spread over it. */
export const evenly = <Item>(all: readonly Item[], most: number): Item[] =>
  all.length <= most
    ? [...all]
    : Array.from({ length: most }, (_, at) => all[Math.floor(((at + 0.5) * all.length) / most)]!)

/**
 * Steps of the search: how many starts are followed, by how many places, for how many rounds; first on the grid of
 * `CoarseFeet`, last on the surface. What they bring nearer to each other than `alike`, mm, is followed once.
 */
const STEPS = [
  { starts: Infinity, places: 64, rounds: 2, reach: 4, stiffness: 0.01, exact: false, alike: 1.2 },
  { starts: 320, places: 110, rounds: 5, reach: 4, stiffness: 0.01, exact: false, alike: 1.2 },
  { starts: 36, places: 300, rounds: 9, reach: 3, stiffness: 0.003, exact: false, alike: 0.8 },
  { starts: 4, places: 600, rounds: 12, reach: 2, stiffness: 0.0005, exact: true, alike: 0.3 },
] as const

/**
 * Follows moves that may lay places on an arch, trusting a share of the places; answers where they led, the best first,
 * those that are alike as one.
 */
export function search(
  places: readonly Place[],
  patch: Patch,
  arch: Arch,
  starts: readonly RigidMove[],
  share: number,
): Fitted[] {
  let found: Fitted[] = starts.map((move) => ({ move, off: 0 }))
  for (const { starts: most, places: count, exact, alike, ...trim } of STEPS) {
    const some = evenly(places, count)
    const fitted = found
      .slice(0, most)
      .map(({ move }) => trimmedFit(some, exact ? arch.measured : arch.coarse, move, { ...trim, share }))
    found = withoutAlike(
      fitted.sort((a, b) => a.off - b.off),
      patch,
      alike,
    )
  }
  return found
}

/** More are not told apart. */
const MOST_KEPT = 320

function withoutAlike(sorted: readonly Fitted[], { middle, frame, half }: Patch, near: number): Fitted[] {
  const ends = [frame[0], frame[1]].map((along) => middle.map((value, axis) => value + along[axis]! * half) as Vector3)
  const kept: { fitted: Fitted; there: number[] }[] = []
  for (const fitted of sorted) {
    const there = [middle, ...ends].flatMap((place) => movedPoint(fitted.move, ...place))
    if (kept.some((other) => areNear(there, other.there, near))) continue
    kept.push({ fitted, there })
    if (kept.length >= MOST_KEPT) break
  }
  return kept.map(({ fitted }) => fitted)
}

/** Whether three places are each nearer than this to another three. */
function areNear(a: readonly number[], b: readonly number[], near: number): boolean {
  for (let at = 0; at < 9; at += 3) {
    const [x, y, z] = [a[at]! - b[at]!, a[at + 1]! - b[at + 1]!, a[at + 2]! - b[at + 2]!]
    if (x * x + y * y + z * z >= near * near) return false
  }
  return true
}
