/** Returns a generator of uniform random numbers in [0, 1), the same for the same seed (mulberry32, T. Ettinger 2017). */
export function randomSource(seed: number): () => number {
  let state = (Math.imul(seed | 0, 0x9e3779b1) ^ 0x51ed270b) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A random number of deviation 1 around 0 (G. Box, M. Muller, 1958). */
export const gauss = (chance: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
