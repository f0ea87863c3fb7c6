/** A point on a scan, in millimetres of the stage. */
export type Point = readonly [number, number, number]

/** What can be measured, and how many points it takes. */
export const measureKinds = {
  distance: { points: 2, label: 'Distance', hint: 'Click two points on the scan' },
  angle: { points: 3, label: 'Angle', hint: 'Click a point, the corner, and another point' },
} as const
export type MeasureKind = keyof typeof measureKinds

/** Straight from point to point, in millimetres. */
export const distanceOf = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

/** The angle at `corner` between the ways to `a` and `b`, 0 to 180 degrees; null when a way has no length. */
export function angleOf(a: Point, corner: Point, b: Point): number | null {
  const [u, v] = [a, b].map((end) => end.map((value, axis) => value - corner[axis]!)) as [number[], number[]]
  const lengths = Math.hypot(...u) * Math.hypot(...v)
  if (lengths === 0) return null
  const cosine = u.reduce((sum, value, axis) => sum + value * v[axis]!, 0) / lengths
  return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI
}

/** "12.34 mm", "87.5°": as exact as a hand on a picture can be. */
export function valueOf(kind: MeasureKind, points: readonly Point[]): string {
  const [a, b, c] = points
  if (!a || !b) return ''
  if (kind === 'distance') return `${distanceOf(a, b).toFixed(2)} mm`
  const angle = c ? angleOf(a, b, c) : null
  return angle === null ? '–' : `${angle.toFixed(1)}°`
}
