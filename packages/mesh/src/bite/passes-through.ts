import { samplesOf } from '../arch-axes/samples.ts'
import { dot } from '../arch-axes/vectors.ts'
import { MeasuredSurface } from '../surface-distance.ts'
import type { Surface, Vector3 } from '../surface.ts'

/** Where surfaces cross, places of one lie so near to the other, mm, and are not opposed to it by this (cosine). */
const NEAR = 0.25
const OPPOSED = -0.3
/** So much of one surface lies there, mm²: a line of five millimeters where they cross. Less is an edge that touches. */
const LEAST_CROSSED = 3

/**
 * Whether two surfaces, in millimeters of one coordinate system, cross each other: what merely touches is opposed there,
 * and between others is a gap.
 */
export function passesThrough(from: Surface, to: Surface): boolean {
  const samples = samplesOf(from)
  if (!samples) return false
  const { points, normals, origin, area } = samples
  const measured = new MeasuredSurface(to)
  let crossed = 0
  for (let at = 0; at < points.length; at += 3) {
    const foot = measured.footOf(
      points[at]! + origin[0],
      points[at + 1]! + origin[1],
      points[at + 2]! + origin[2],
      NEAR,
    )
    const normal: Vector3 = [normals[at]!, normals[at + 1]!, normals[at + 2]!]
    if (foot && dot(normal, foot.normal) > OPPOSED) crossed++
  }
  return (crossed * area) / (points.length / 3) >= LEAST_CROSSED
}
