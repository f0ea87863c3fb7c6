import { describe, expect, it } from 'vitest'
import { sphere } from '../test/shapes.ts'
import { painted } from '../test/colored-shapes.ts'
import { areaAndVolume, atMost, boundingBox, facetCount, syntheticArch } from './index.ts'
import { clustered } from './clustered.ts'

const ball = sphere(20, 120)
const arch = syntheticArch({ jaw: 'upper', seed: 6, alignment: 0.5, triangles: 20_000 })

describe('a surface of too many facets', () => {
  it.each([
    ['a ball', ball, 5000],
    ['an arch', arch, 4000],
    ['an arch far from the origin', { ...arch, positions: arch.positions.map((value) => value + 2000) }, 4000],
    ['an arch in inches', { ...arch, positions: arch.positions.map((value) => value / 25.4) }, 4000],
  ])('%s keeps its shape with fewer, and says how far points moved', (_, surface, most) => {
    const { surface: fewer, moved } = clustered(surface, most)
    expect(facetCount(fewer)).toBeLessThanOrEqual(most)
    // Not many fewer than allowed: what is thrown away is seen.
    expect(facetCount(fewer)).toBeGreaterThan(most * 0.4)
    const [before, after] = [boundingBox(surface.positions), boundingBox(fewer.positions)]
    for (const axis of [0, 1, 2]) expect(Math.abs(before.size[axis]! - after.size[axis]!)).toBeLessThan(2 * moved)
    const areaOf = (each: typeof surface) => areaAndVolume(each, boundingBox(each.positions)).area
    expect(areaOf(fewer) / areaOf(surface)).toBeGreaterThan(0.9)
    expect(areaOf(fewer) / areaOf(surface)).toBeLessThan(1.02)
    expect(fewer.indices.every((vertex) => vertex < fewer.positions.length / 3)).toBe(true)
  })

  it('moves no point of the ball farther than it says', () => {
    const { surface, moved } = clustered(ball, 5000)
    for (let at = 0; at < surface.positions.length; at += 3)
      expect(Math.abs(Math.hypot(...surface.positions.subarray(at, at + 3)) - 20)).toBeLessThan(moved)
  })

  it('keeps its colors', () => {
    const { surface } = clustered(
      painted(ball, (x) => (x > 0 ? [200, 40, 40] : [40, 40, 200])),
      5000,
    )
    for (let vertex = 0; vertex < surface.positions.length / 3; vertex++) {
      if (Math.abs(surface.positions[vertex * 3]!) < 2) continue
      const [red, , blue] = surface.colors!.subarray(vertex * 3, vertex * 3 + 3)
      expect(red! > blue!).toBe(surface.positions[vertex * 3]! > 0)
    }
  })

  it('is left alone where it has no more', () => {
    expect(atMost(arch, facetCount(arch))).toEqual({ surface: arch, moved: 0 })
  })

  it('ends where all points are in one place, or on a line', () => {
    const indices = Uint32Array.from({ length: 300 }, (_, at) => at)
    const onePlace = { positions: new Float32Array(900).fill(7), indices }
    expect(facetCount(clustered(onePlace, 10).surface)).toBe(0)
    const onLine = { positions: Float32Array.from({ length: 900 }, (_, at) => (at % 3 === 0 ? at / 90 : 0)), indices }
    expect(facetCount(clustered(onLine, 10).surface)).toBeLessThanOrEqual(10)
  })
})
