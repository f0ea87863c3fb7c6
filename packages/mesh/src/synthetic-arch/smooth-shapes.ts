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

/**
 * A value between listed (place, value) pairs, on a smooth curve through them (cubic Hermite with the slopes of the
 * neighbors, so that a surface shows no waves); held at the ends. Places ascend.
 */
export function profile(stops: ReadonlyArray<readonly [number, number]>, at: number): number {
  const first = stops[0]!
  if (at <= first[0]) return first[1]
  for (let i = 1; i < stops.length; i++) {
    const [place, value] = stops[i]!
    if (at > place) continue
    const [before, from] = stops[i - 1]!
    const span = place - before
    const t = (at - before) / span
    const start = slope(stops, i - 1) * span
    const end = slope(stops, i) * span
    const bend = t * t * (3 - 2 * t)
    return from * (1 - bend) + value * bend + start * t * (1 - t) ** 2 - end * t * t * (1 - t)
  }
  return stops.at(-1)![1]
}

/** The slope at a stop: that of the line between its neighbors, level at the ends. */
function slope(stops: ReadonlyArray<readonly [number, number]>, at: number): number {
  const before = stops[at - 1]
  const after = stops[at + 1]
  return before && after ? (after[1] - before[1]) / (after[0] - before[0]) : 0
}
