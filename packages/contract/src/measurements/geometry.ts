import { measureKinds, type MeasureKind } from './kinds.ts'

/** A point in millimeters. */
export type Point = readonly [number, number, number]

/** The straight distance between two points, in millimeters. */
export const distanceOf = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

/** The angle at `corner` between the ways to `a` and `b`, 0 to 180 degrees; null when a way has no length. */
export function angleOf(a: Point, corner: Point, b: Point): number | null {
  const [u, v] = [a, b].map((end) => end.map((value, axis) => value - corner[axis]!)) as [number[], number[]]
  const lengths = Math.hypot(...u) * Math.hypot(...v)
  if (lengths === 0) return null
  const cosine = u.reduce((sum, value, axis) => sum + value * v[axis]!, 0) / lengths
  return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI
}

/** Decimal places: the precision that a hand on a picture can reach. */
const digits = (kind: MeasureKind): number => (kind === 'angle' ? 1 : 2)

/**
 * The figure of a measurement: millimeters to a hundredth, degrees to a tenth. Rounded here, once, so that sums and
 * differences of a table agree with the figures shown in it. Null while points are missing, or where two coincide.
 */
export function figureOf(kind: MeasureKind, points: readonly Point[]): number | null {
  const [a, b, c] = points
  if (!a || !b || points.length < measureKinds[kind].points) return null
  const value = kind === 'angle' ? angleOf(a, b, c!) : distanceOf(a, b)
  if (value === null) return null
  const figure = rounded(value, digits(kind))
  return figure === 0 && kind !== 'angle' ? null : figure
}

/** "12.34 mm", "87.5°". */
export const figureWords = (kind: MeasureKind, value: number): string =>
  kind === 'angle' ? `${value.toFixed(1)}°` : millimeters(value)

export const millimeters = (value: number): string => `${value.toFixed(2)} mm`

export function rounded(value: number, places: number): number {
  const scale = 10 ** places
  return Math.round(value * scale) / scale
}
