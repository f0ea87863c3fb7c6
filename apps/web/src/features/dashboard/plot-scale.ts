/**
 * Ticks of an axis from 0 to at least `most`: two to five steps of 1, 2 or 5 times a power of ten; integers unless
 * `fine`.
 */
export function ticksTo(most: number, fine = false): number[] {
  const least = fine ? 0.1 : 1
  const rough = Math.max(most / 4, least)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((times) => times * power).find((candidate) => candidate >= rough - 1e-9)!
  const count = Math.max(1, Math.ceil(most / step - 1e-9))
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(6)))
}

/** Which of `count` items get a label when `room` of them fit: the first one and every n-th after it. */
export function labeled(count: number, room: number): number[] {
  if (count === 0) return []
  const every = Math.max(1, Math.ceil(count / Math.max(1, room)))
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every)
}
