/** The smaller of two distances, rounded where they meet over the width `radius` (polynomial blend, I. Quilez). */
export function smoothMin(a: number, b: number, radius: number): number {
  const gap = Math.abs(a - b)
  const lower = a < b ? a : b
  if (gap >= radius) return lower
  const blend = radius - gap
  return lower - (blend * blend) / (4 * radius)
}

/** The larger of two distances, rounded where they meet over the width `radius`. */
export function smoothMax(a: number, b: number, radius: number): number {
  return -smoothMin(-a, -b, radius)
}

type Stops = ReadonlyArray<readonly [place: number, value: number]>

/** A smooth curve through listed places: what `profile` asks millions of times for an arch is known once. */
export type Profile = { places: readonly number[]; values: readonly number[]; slopes: readonly number[] }

/** The curve through (place, value) pairs whose places ascend. */
export const profileThrough = (stops: Stops): Profile => ({
  places: stops.map(([place]) => place),
  values: stops.map(([, value]) => value),
  slopes: stops.map((_, at) => slope(stops, at)),
})

/**
 * A value between the places of a curve (cubic Hermite with the slopes of the neighbors, so that a surface shows no waves);
 * held at the ends.
 */
export function profile({ places, values, slopes }: Profile, at: number): number {
  if (at <= places[0]!) return values[0]!
  for (let i = 1; i < places.length; i++) {
    const place = places[i]!
    if (at > place) continue
    const before = places[i - 1]!
    const span = place - before
    const t = (at - before) / span
    const start = slopes[i - 1]! * span
    const end = slopes[i]! * span
    const bend = t * t * (3 - 2 * t)
    return values[i - 1]! * (1 - bend) + values[i]! * bend + start * t * (1 - t) ** 2 - end * t * t * (1 - t)
  }
  return values[values.length - 1]!
}

/** The slope at a stop: that of the line between its neighbors, level at the ends. */
function slope(stops: Stops, at: number): number {
  const before = stops[at - 1]
  const after = stops[at + 1]
  return before && after ? (after[1] - before[1]) / (after[0] - before[0]) : 0
}
