import type { Surface } from '@archwire/mesh'

/** How strongly grooves darken and edges lighten, and the darkest and lightest shade. */
const STRENGTH = 0.85
const DARKEST = 0.5
const LIGHTEST = 1.12
const SMOOTHINGS = 2

/**
 * A gray shade per vertex (three equal numbers) that darkens where the surface is hollow, as light does not reach into
 * grooves and between teeth: a cheap stand-in for ambient occlusion. Hollowness is the mean slope of the edges at a
 * vertex against its normal, smoothed over neighbors so that the noise of a scan does not show.
 */
export function cavityShades(surface: Surface, normals: Float32Array): Float32Array {
  const vertices = surface.positions.length / 3
  const neighbors = new Float32Array(vertices)
  let hollowness = new Float32Array(vertices)
  forEachEdge(surface, (from, to) => {
    hollowness[from]! += slope(surface.positions, normals, from, to)
    neighbors[from]! += 1
  })
  for (let vertex = 0; vertex < vertices; vertex++) hollowness[vertex]! /= neighbors[vertex]! || 1
  for (let round = 0; round < SMOOTHINGS; round++) hollowness = smoothed(surface, hollowness, neighbors)
  const shades = new Float32Array(vertices * 3)
  for (let vertex = 0; vertex < vertices; vertex++) {
    const shade = Math.min(LIGHTEST, Math.max(DARKEST, 1 - hollowness[vertex]! * STRENGTH))
    shades.fill(shade, vertex * 3, vertex * 3 + 3)
  }
  return shades
}

/** Calls for every edge of every facet in both directions; an inner edge comes twice, which leaves means as they are. */
function forEachEdge({ indices }: Surface, call: (from: number, to: number) => void): void {
  for (let at = 0; at < indices.length; at += 3) {
    const a = indices[at]!
    const b = indices[at + 1]!
    const c = indices[at + 2]!
    call(a, b)
    call(b, a)
    call(b, c)
    call(c, b)
    call(c, a)
    call(a, c)
  }
}

/** The sine of the angle at which an edge rises from the tangent plane of its start: positive in a hollow. */
function slope(positions: Float32Array, normals: Float32Array, from: number, to: number): number {
  const x = positions[to * 3]! - positions[from * 3]!
  const y = positions[to * 3 + 1]! - positions[from * 3 + 1]!
  const z = positions[to * 3 + 2]! - positions[from * 3 + 2]!
  const length = Math.sqrt(x * x + y * y + z * z)
  if (length === 0) return 0
  return (x * normals[from * 3]! + y * normals[from * 3 + 1]! + z * normals[from * 3 + 2]!) / length
}

function smoothed(
  surface: Surface,
  values: Float32Array<ArrayBuffer>,
  neighbors: Float32Array,
): Float32Array<ArrayBuffer> {
  const sums = new Float32Array(values.length)
  forEachEdge(surface, (from, to) => {
    sums[from]! += values[to]!
  })
  return sums.map((sum, vertex) => (sum / (neighbors[vertex]! || 1) + values[vertex]!) / 2)
}
