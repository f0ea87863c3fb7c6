import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { angleBetween } from './arch-axes/vectors.ts'
import type { Jaw, Surface, Vector3 } from './index.ts'
import { checkScan, guessArchAxes, rotated, syntheticArch, toBinaryStl, uprightRotation } from './index.ts'

describe('the real scan, whose height is along Y', () => {
  const { mesh } = checkScan(readFileSync(new URL('../../../samples/scans/maxilla-cast-partial.stl', import.meta.url)))
  const axes = guessArchAxes(mesh!)

  it('is found to have its teeth at +Y', () => {
    expect(axes).toMatchObject({ teeth: [0, 1, 0], anterior: [0, 0, 1] })
  })

  it('is turned, never mirrored, so that upper teeth hang down', () => {
    const rotation = uprightRotation(axes, 'upper')
    expect(rotation[2]).toEqual([0, -1, 0])
    const [[a, b, c], [d, e, f], [g, h, i]] = rotation
    expect(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)).toBe(1)
  })
})

it('a file with both jaws keeps its height the right way round', () => {
  const anterior: Vector3 = [0, 1, 0]
  for (const teeth of [
    [0, 0, 1],
    [0, 0, -1],
  ] as Vector3[])
    expect(uprightRotation({ teeth, anterior }, null)[2]).toEqual([0, 0, 1])
})

describe.each<Jaw>(['upper', 'lower'])('an open %s scan without a base', (jaw) => {
  const up = jaw === 'upper' ? -1 : 1
  const cut = withoutBase(syntheticArch({ jaw, seed: 6, alignment: 0.3 }), up)
  const { mesh, report } = checkScan(toBinaryStl(cut))
  const open = mesh!

  it('is found by where its rim is', () => {
    expect(report.open_edges).toBeGreaterThan(0)
    expect(guessArchAxes(open)).toMatchObject({ teeth: [0, 0, up], anterior: [0, 1, 0] })
  })

  it.each([-20, -10, 10, 20])('is found when it is tilted by %d degrees', (degrees) => {
    const cos = Math.cos((degrees * Math.PI) / 180)
    const sin = Math.sin((degrees * Math.PI) / 180)
    const positions = rotated(open.positions, [
      [1, 0, 0],
      [0, cos, -sin],
      [0, sin, cos],
    ])
    const { teeth, anterior } = guessArchAxes({ ...open, positions })
    expect(angleBetween(teeth, [0, -sin * up, cos * up])).toBeLessThan(13)
    expect(angleBetween(anterior, [0, cos, sin])).toBeLessThan(13)
  })
})

const long = process.env.LONG === '1'
it.each<Jaw>(['upper', 'lower'])('a shallow, coarse %s scan is not taken for its own base', (jaw) => {
  const up = jaw === 'upper' ? -1 : 1
  for (const seed of long ? [1, 2, 3, 4, 5, 9] : [1, 4, 9])
    for (const depth of long ? [6, 7, 8, 10] : [6, 10]) {
      const shallow = withoutBase(syntheticArch({ jaw, seed, alignment: (seed % 4) / 3, triangles: 3000 }), up, depth)
      expect(guessArchAxes(shallow).teeth, `seed ${seed}, ${depth} mm`).toEqual([0, 0, up])
    }
})

/** Keeps what lies within ten millimeters of the occlusal plane, as an intraoral scanner sees it. */
function withoutBase({ positions, indices }: Surface, towards: 1 | -1, depth = 10): Surface {
  const kept: number[] = []
  for (let at = 0; at < indices.length; at += 3) {
    const facet = [...indices.subarray(at, at + 3)]
    if (facet.every((vertex) => positions[vertex * 3 + 2]! * towards > -depth)) kept.push(...facet)
  }
  return { positions, indices: new Uint32Array(kept) }
}
