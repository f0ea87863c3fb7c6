import { describe, expect, it } from 'vitest'
import type { Jaw } from '../index.ts'
import {
  boundingBox,
  checkScan,
  guessArchAxes,
  rotated,
  syntheticArch,
  toBinaryStl,
  uprightRotation,
} from '../index.ts'
import { placeTeeth } from './placed-teeth.ts'

const JAWS: Jaw[] = ['upper', 'lower']
const STAGES = [0, 0.5, 1]

describe.each(JAWS)('a synthetic %s arch', (jaw) => {
  it.each(STAGES)('is a sound scan at alignment %d', (alignment) => {
    for (const seed of process.env.LONG === '1' ? [1, 2, 3] : [1]) {
      const { report } = checkScan(toBinaryStl(syntheticArch({ jaw, seed, alignment })))
      expect(report).toMatchObject({ verdict: 'pass', shells: 1, open_edges: 0, non_manifold_edges: 0 })
      expect(report.volume_mm3).toBeGreaterThan(15_000)
      expect(Math.abs(report.triangles - 5000)).toBeLessThan(500)
      expect(report.bounding_box!.size[0]).toBeGreaterThan(55)
      expect(report.bounding_box!.size[0]).toBeLessThan(72)
    }
  })

  it('lies as documented, and is found to', () => {
    for (const alignment of STAGES) {
      const axes = guessArchAxes(syntheticArch({ jaw, seed: 4, alignment }))
      expect(axes).toMatchObject({ teeth: [0, 0, jaw === 'upper' ? -1 : 1], anterior: [0, 1, 0] })
      expect(uprightRotation(axes, jaw)).toEqual([
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ])
    }
  })

  it('is found in other axes, too', () => {
    const { positions, indices } = syntheticArch({ jaw, seed: 4, alignment: 1 })
    // Height along Y, the front to -X, as some scanners write.
    const turned = rotated(positions, [
      [0, -1, 0],
      [0, 0, 1],
      [-1, 0, 0],
    ])
    const axes = guessArchAxes({ positions: turned, indices })
    expect(axes).toMatchObject({ teeth: [0, jaw === 'upper' ? -1 : 1, 0], anterior: [-1, 0, 0] })
    expect([...rotated(turned, uprightRotation(axes, jaw))]).toEqual([...positions])
  })

  it('is the same for the same seed and another for another', () => {
    const options = { jaw, seed: 7, alignment: 0.2, triangles: 2000 }
    expect(syntheticArch(options)).toEqual(syntheticArch(options))
    expect(syntheticArch(options)).not.toEqual(syntheticArch({ ...options, seed: 8 }))
  })

  it('grows less crooked as it is aligned', () => {
    const crookedness = (alignment: number) => {
      const { curve, teeth } = placeTeeth(jaw, 11, alignment, 'permanent')
      return teeth.reduce((sum, tooth) => sum + Math.abs(curve.nearest(tooth.x, tooth.y).outwards), 0)
    }
    expect(crookedness(0)).toBeGreaterThan(crookedness(0.5))
    expect(crookedness(0.5)).toBeGreaterThan(crookedness(1))
    expect(crookedness(1)).toBeLessThan(14 * 0.1)
  })
})

describe('both jaws of a seed', () => {
  it('occlude: tips pass the plane a little, and the upper front overlaps the lower', () => {
    const upper = boundingBox(syntheticArch({ jaw: 'upper', seed: 5, alignment: 1, triangles: 20_000 }).positions)
    const lower = boundingBox(syntheticArch({ jaw: 'lower', seed: 5, alignment: 1, triangles: 20_000 }).positions)
    expect(upper.min[2]).toBeLessThan(0)
    expect(upper.min[2]).toBeGreaterThan(-3)
    expect(lower.max[2]).toBeGreaterThan(0)
    expect(lower.max[2]).toBeLessThan(2)
    expect(upper.max[1]).toBeGreaterThan(lower.max[1])
  })
})
