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

/** A value between listed (place, value) pairs, eased between them; held at the ends. Places ascend. */
export function profile(stops: ReadonlyArray<readonly [number, number]>, at: number): number {
  const first = stops[0]!
  if (at <= first[0]) return first[1]
  for (let i = 1; i < stops.length; i++) {
    const [place, value] = stops[i]!
    if (at > place) continue
    const [before, from] = stops[i - 1]!
    const t = (at - before) / (place - before)
    return from + (value - from) * t * t * (3 - 2 * t)
  }
  return stops.at(-1)![1]
}
