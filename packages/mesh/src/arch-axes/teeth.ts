import { principalAxes } from './principal-axes.ts'
import type { Surface, Vector3 } from '../surface.ts'
import type { Samples } from './samples.ts'
import { CELL, seenFrom, type View } from './seen-from.ts'
import { angleBetween, dot, scaled, unit } from './vectors.ts'

/** How far around itself, in cells, a cusp is the highest place, and by how much it stands out of that ring; mm. */
const CUSP_REACH = 3
const CUSP_HEIGHT = 0.6
/** Cusps and edges lie within this of the plane of what stands out; mm. */
const CUSP_DEPTH = 4
/** Of the ring around a cusp so much has to be there: the border of a flat base is no cusp. */
const CUSP_RING = 0.6
/** So many cusps, over this share of the box around the view, are those of an arch. */
const CUSPS = 12
const CUSPS_SPREAD = 0.4
/** A base: as flat as this (cosine), within so many millimeters of the end. */
const FLAT = 0.97
const BASE_DEPTH = 2
/** A flat side: this share of the area within so many millimeters of the end, found by normals within 40, 20, 8 degrees. */
const FLAT_SIDE = 0.1
const FLAT_SIDE_DEPTH = 1
const FLAT_REACHES = [0.77, 0.94, 0.99]
/** What the signs count. Winding is none of them: the same triangles stand the same way, whichever side they face. */
const WEIGHT = { rim: 1, base: 0.8, cusps: 1, lowness: 0.5 }
/** A share of the whole area that leads out through the opening: an open scan. */
const OPEN = 0.1
/** Candidates nearer than this are one, degrees. */
const SAME = 20

/** How much a direction looks like that of the teeth, in all and sign by sign. */
export type Likeness = { view: View; score: number }

/**
 * The directions in which the teeth may point, likeliest first. A scan that is open is open away from its teeth: its net
 * area points along the opening, whichever way the facets are wound. A cast is flat away from them. Otherwise the axes of
 * its spread are tried. What decides is the shape: where the rim lies, what is flat, where cusps and edges stand out.
 */
export function teethDirections(samples: Samples, surface: Surface): Likeness[] {
  const candidates: { direction: Vector3; level: boolean }[] = []
  const propose = (direction: Vector3, level: boolean) => {
    if (candidates.every((known) => angleBetween(known.direction, direction) > SAME))
      candidates.push({ direction, level })
  }
  const opening = eitherSide(unit(samples.net))
  const axes = principalAxes(surface)
  const lines = [...(Math.hypot(...samples.net) > OPEN * samples.area ? [opening] : []), ...axes]
  const both = lines.flatMap((line) => [line, scaled(line, -1)])
  for (const towards of both) {
    const flat = flatSide(samples, towards)
    if (flat) propose(scaled(flat, -1), false)
  }
  for (const towards of both) propose(towards, true)
  const longest = Math.max(...axes.map((axis) => extentAlong(samples, axis)))
  return candidates
    .map(({ direction, level }) => {
      const view = seenFrom(samples, direction, level)
      return { view, score: scoreOf(samples, view, longest) }
    })
    .toSorted((a, b) => b.score - a.score)
}

/** A direction or its opposite, whichever points more along an axis of the file: of two that look alike the first counts. */
function eitherSide(direction: Vector3): Vector3 {
  const most = direction.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best), 0)
  return scaled(direction, most < 0 ? -1 : 1)
}

/** The direction of a flat side that looks about there, if the surface has one: by the mean of normals ever nearer to it. */
function flatSide({ points, normals }: Samples, towards: Vector3): Vector3 | null {
  let flat = towards
  for (const reach of FLAT_REACHES) {
    const sum = sumWithin(normals, flat, reach)
    if (Math.hypot(...sum) === 0) return null
    flat = unit(sum)
  }
  const [x, y, z] = flat
  const last = FLAT_REACHES.at(-1)!
  const heights: number[] = []
  let most = -Infinity
  for (let at = 0; at < normals.length; at += 3) {
    const height = points[at]! * x + points[at + 1]! * y + points[at + 2]! * z
    most = Math.max(most, height)
    const along = normals[at]! * x + normals[at + 1]! * y + normals[at + 2]! * z
    if (Math.abs(along) >= last) heights.push(height)
  }
  const atEnd = heights.filter((height) => height > most - FLAT_SIDE_DEPTH).length
  return atEnd >= FLAT_SIDE * (points.length / 3) ? flat : null
}

/** The sum of the normals near a direction, on either side of it: a file can be inside out. */
function sumWithin(normals: Float32Array, [x, y, z]: Vector3, reach: number): Vector3 {
  let sx = 0
  let sy = 0
  let sz = 0
  for (let at = 0; at < normals.length; at += 3) {
    const along = normals[at]! * x + normals[at + 1]! * y + normals[at + 2]! * z
    if (Math.abs(along) < reach) continue
    const side = along < 0 ? -1 : 1
    sx += normals[at]! * side
    sy += normals[at + 1]! * side
    sz += normals[at + 2]! * side
  }
  return [sx, sy, sz]
}

function extentAlong({ points }: Samples, [x, y, z]: Vector3): number {
  let least = Infinity
  let most = -Infinity
  for (let at = 0; at < points.length; at += 3) {
    const along = points[at]! * x + points[at + 1]! * y + points[at + 2]! * z
    least = Math.min(least, along)
    most = Math.max(most, along)
  }
  return most - least
}

function scoreOf(samples: Samples, view: View, longest: number): number {
  const [, , up] = view.frame
  const seen = view.filled * CELL * CELL
  const opening = Math.min(1, Math.abs(dot(samples.net, up)) / seen)
  const depthOfRim = view.lowest === 0 ? 0.5 : view.rimHeight / view.lowest
  const rim = samples.rimLengths.length === 0 ? 0 : opening * Math.max(-1, Math.min(1, (depthOfRim - 0.5) * 3))
  const lowness = 1 - extentAlong(samples, up) / longest
  return (
    WEIGHT.rim * rim + WEIGHT.base * baseOf(samples, up, seen) + WEIGHT.cusps * cuspsOf(view) + WEIGHT.lowness * lowness
  )
}

/** The flat area at the lower end less that at the upper, as a share of what is seen: 1 a base, -1 seen from below. */
function baseOf({ points, normals, area }: Samples, [x, y, z]: Vector3, seen: number): number {
  let lowest = Infinity
  let highest = -Infinity
  const heights = new Float32Array(points.length / 3)
  for (let at = 0, i = 0; at < points.length; at += 3, i++) {
    const height = points[at]! * x + points[at + 1]! * y + points[at + 2]! * z
    heights[i] = height
    lowest = Math.min(lowest, height)
    highest = Math.max(highest, height)
  }
  let flat = 0
  for (let at = 0, i = 0; at < points.length; at += 3, i++) {
    if (Math.abs(normals[at]! * x + normals[at + 1]! * y + normals[at + 2]! * z) < FLAT) continue
    if (heights[i]! < lowest + BASE_DEPTH) flat++
    else if (heights[i]! > highest - BASE_DEPTH) flat--
  }
  return Math.max(-1, Math.min(1, (flat * area) / heights.length / seen))
}

/** Cusps and edges all over what is seen: 1 those of a whole arch, 0 none. */
function cuspsOf({ tops, atRim, columns, rows }: View): number {
  let cusps = 0
  let left = Infinity
  let right = -Infinity
  let front = Infinity
  let back = -Infinity
  for (let row = CUSP_REACH; row < rows - CUSP_REACH; row++)
    for (let column = CUSP_REACH; column < columns - CUSP_REACH; column++) {
      const cell = row * columns + column
      if (tops[cell]! < -CUSP_DEPTH || atRim[cell] === 1 || !isCusp(tops, columns, cell)) continue
      cusps++
      left = Math.min(left, column)
      right = Math.max(right, column)
      front = Math.min(front, row)
      back = Math.max(back, row)
    }
  if (cusps < 2) return 0
  const spread = ((right - left) * (back - front)) / (columns * rows)
  return Math.min(1, cusps / CUSPS) * Math.min(1, spread / CUSPS_SPREAD)
}

function isCusp(tops: Float32Array, columns: number, cell: number): boolean {
  const height = tops[cell]!
  let ring = 0
  let there = 0
  let all = 0
  for (let row = -CUSP_REACH; row <= CUSP_REACH; row++)
    for (let column = -CUSP_REACH; column <= CUSP_REACH; column++) {
      const other = cell + row * columns + column
      const top = tops[other]!
      if (top > height || (top === height && other < cell)) return false
      if (Math.max(Math.abs(row), Math.abs(column)) < CUSP_REACH) continue
      all++
      if (top === -Infinity) continue
      // What falls steeply counts no more than three millimeters.
      ring += Math.max(height - 3, top)
      there++
    }
  return there >= CUSP_RING * all && height - ring / there >= CUSP_HEIGHT
}
