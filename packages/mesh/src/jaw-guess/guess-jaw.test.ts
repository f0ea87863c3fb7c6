import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cube, openCylinder, sphere, together } from '../../test/shapes.ts'
import type { Jaw, Rotation, Surface } from '../index.ts'
import { guessJaw, parseScan, rotated, syntheticArch } from '../index.ts'
import { principalAxes } from '../arch-axes/principal-axes.ts'

/** In the long run arches of more seeds. */
const long = process.env.LONG === '1'
const jaws: Jaw[] = ['upper', 'lower']
const surfaces = new Map<string, Surface>()
const arch = (jaw: Jaw, seed: number, triangles = 6000): Surface => {
  const name = `${jaw} ${seed} ${triangles}`
  const known = surfaces.get(name) ?? syntheticArch({ jaw, seed, alignment: (seed % 4) / 3, triangles })
  surfaces.set(name, known)
  return known
}
/** Towards the opposite jaw. */
const up = (jaw: Jaw) => (jaw === 'upper' ? -1 : 1)

/** What lies at places that pass. */
function only({ positions, indices }: Surface, passes: (x: number, y: number, z: number) => boolean): Surface {
  const kept: number[] = []
  for (let at = 0; at < indices.length; at += 3) {
    const facet = [...indices.subarray(at, at + 3)]
    if (facet.every((v) => passes(positions[v * 3]!, positions[v * 3 + 1]!, positions[v * 3 + 2]!))) kept.push(...facet)
  }
  return { positions, indices: new Uint32Array(kept) }
}

/** Turned about X, then Y, then Z by these degrees. */
function turned(surface: Surface, ...degrees: [number, number, number]): Surface {
  let { positions } = surface
  degrees.forEach((angle, axis) => {
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
    const rows = [0, 1, 2].map((row) => [0, 1, 2].map((column) => Number(row === column)))
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3]
    rows[u]![u] = rows[v]![v] = cos
    rows[u]![v] = -sin
    rows[v]![u] = sin
    positions = rotated(positions, rows as unknown as Rotation)
  })
  return { ...surface, positions }
}
const ways: [number, number, number][] = [
  [0, 0, 0],
  [90, 0, 0],
  [0, 180, 45],
  [17, -12, 200],
  [-65, 140, 33],
]

const { surface: real } = parseScan(
  readFileSync(new URL('../../../../samples/scans/maxilla-cast-partial.stl', import.meta.url)),
)

describe('the jaw of', () => {
  it.each(ways.map((way, at) => ({ way, at })))('whole arches, turned by $way', ({ way, at }) => {
    // Of both jaws where nothing is turned, and in the long run; else by turns.
    for (const jaw of long || at === 0 ? jaws : [jaws[at % 2]!])
      for (const seed of long ? [1, 2, 3, 9] : [9])
        expect(guessJaw(turned(arch(jaw, seed), ...way)), `${jaw} ${seed}`).toBe(jaw)
  })

  it.each(long ? ways : ways.slice(2))('the real scan, turned by %d, %d, %d', (...way) => {
    expect(guessJaw(turned(real!, ...way))).toBe('upper')
  })

  it('coarse and fine ones, small and large, far from the origin, in inches', () => {
    for (const jaw of jaws) {
      for (const triangles of [2500, long ? 20_000 : 12_000]) expect(guessJaw(arch(jaw, 4, triangles)), jaw).toBe(jaw)
      const scaled = (factor: number, away = 0): Surface => {
        const whole = arch(jaw, 5)
        return { ...whole, positions: whole.positions.map((value) => value * factor + away) }
      }
      for (const factor of [0.85, 1.12, 1 / 25.4, 0.001]) expect(guessJaw(scaled(factor)), jaw).toBe(jaw)
      expect(guessJaw(scaled(1, 500))).toBe(jaw)
    }
  })

  it('deep open scans of a lower jaw, and arches that lack a quarter', () => {
    const lower = arch('lower', 3)
    expect(
      guessJaw(
        turned(
          only(lower, (_x, _y, z) => z > -13.5),
          20,
          10,
          70,
        ),
      ),
    ).toBe('lower')
    for (const jaw of jaws) expect(guessJaw(only(arch(jaw, 6), (x, y) => x > -3 || y > 3)), jaw).toBe(jaw)
  })
})

describe('nothing is said of', () => {
  it.each(jaws)('parts of an %s arch', (jaw) => {
    for (const seed of long ? [1, 2, 3] : [2]) {
      const whole = arch(jaw, seed)
      expect(guessJaw(only(whole, (x) => x > -3))).toBeNull()
      expect(guessJaw(only(whole, (_x, y) => y > 8))).toBeNull()
      expect(guessJaw(only(whole, (x) => x > 8))).toBeNull()
    }
  })

  it('horseshoes of an upper jaw', () => {
    for (const seed of long ? [1, 2, 3] : [2]) {
      const whole = arch('upper', seed)
      for (const height of [7, 10, 13]) expect(guessJaw(only(whole, (_x, _y, z) => -z > -height))).toBeNull()
      for (const side of [12, 14, 18])
        expect(guessJaw(only(whole, (x, y, z) => z < 17 && !(Math.abs(x) < side && y < side - 6)))).toBeNull()
    }
  })

  it('shallow horseshoes of either jaw', () => {
    for (const jaw of jaws) expect(guessJaw(only(arch(jaw, 2), (_x, _y, z) => z * up(jaw) > -7))).toBeNull()
  })

  it('both jaws in one file, in the bite and open at the base', () => {
    const both = together(arch('upper', 1), arch('lower', 1))
    expect(guessJaw(both)).toBeNull()
    expect(guessJaw(only(both, (_x, _y, z) => Math.abs(z) < 10))).toBeNull()
  })

  it('a lower cast with a filled middle', () => {
    const lower = arch('lower', 7)
    const floor: Surface = {
      positions: new Float32Array([-26, -28, -9, 26, -28, -9, 22, 16, -9, -22, 16, -9]),
      indices: new Uint32Array([0, 1, 2, 0, 2, 3]),
    }
    expect(guessJaw(together(lower, floor))).toBeNull()
  })

  it('what is no arch', () => {
    const flat: Surface = {
      positions: new Float32Array([0, 0, 0, 60, 0, 0, 60, 50, 0, 0, 50, 0]),
      indices: new Uint32Array([0, 1, 2, 0, 2, 3]),
    }
    for (const shape of [cube(50), sphere(30, 40), openCylinder(30, 20, 60), flat, cube(4000), cube(0.001)])
      expect(guessJaw(shape)).toBeNull()
    expect(guessJaw({ positions: new Float32Array(9), indices: new Uint32Array([0, 1, 2]) })).toBeNull()
  })
})

describe('principal axes', () => {
  it('turn with the surface and are a rotation', () => {
    const box = cube(1)
    const long = { ...box, positions: box.positions.map((value, at) => value * [30, 20, 5][at % 3]! + 1000) }
    for (const way of ways) {
      const [far, middle, least] = principalAxes(turned(long, ...way))
      const expected = (axis: 0 | 1 | 2) => {
        const direction = { positions: new Float32Array(3).fill(0), indices: new Uint32Array() }
        direction.positions[axis] = 1
        return turned(direction, ...way).positions
      }
      for (const [found, axis] of [
        [far, 0],
        [middle, 1],
        [least, 2],
      ] as const) {
        const known = expected(axis)
        expect(Math.abs(found.reduce((sum, value, at) => sum + value * known[at]!, 0))).toBeCloseTo(1, 4)
      }
      const [[a, b, c], [d, e, f], [g, h, i]] = [far, middle, least]
      expect(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)).toBeCloseTo(1, 6)
    }
  })
})
