import type { Vector3 } from '../surface.ts'

type Vector = readonly [number, number, number]

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

export const cross = (a: Vector, b: Vector): Vector3 => [
  a[1] * b[2] - a[2] * b[1] + 0,
  a[2] * b[0] - a[0] * b[2] + 0,
  a[0] * b[1] - a[1] * b[0] + 0,
]

export const scaled = (a: Vector, by: number): Vector3 => [a[0] * by + 0, a[1] * by + 0, a[2] * by + 0]

/** Of unit length; what has none stays. */
export const unit = (a: Vector): Vector3 => scaled(a, 1 / (Math.hypot(...a) || 1))

/** The part of `a` across the unit vector `b`, of unit length. */
export const across = (a: Vector, b: Vector): Vector3 => {
  const along = dot(a, b)
  return unit([a[0] - along * b[0], a[1] - along * b[1], a[2] - along * b[2]])
}

/** A unit vector across a unit vector, whichever. */
export const anyAcross = (a: Vector): Vector3 => across(Math.abs(a[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0], a)

/** The angle between two unit vectors, degrees. */
export const angleBetween = (a: Vector, b: Vector): number =>
  (Math.acos(Math.min(1, Math.max(-1, dot(a, b)))) * 180) / Math.PI
