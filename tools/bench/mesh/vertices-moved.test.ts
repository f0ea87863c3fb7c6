import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { boundingBox, parseScan, type Surface, syntheticArch } from '@archwire/mesh'
import { describe, expect, it } from 'vitest'
import { packWebMesh, positionBits } from '../../../apps/server/src/services/scan-processing/web-mesh.ts'
import { refinedScan } from './refined-scan.ts'
import { mostMoved } from './vertices-moved.ts'

const allowed = 0.005
const sample = join(import.meta.dirname, '..', '..', '..', 'samples', 'scans', 'maxilla-cast-partial.stl')
const real = () => parseScan(readFileSync(sample)).surface!
const arch = syntheticArch({ jaw: 'lower', seed: 2, alignment: 0.3, triangles: 20_000 })
/** An arch made so large that its longest side is this long, and moved away from the origin. */
const stretched = (side: number, away = 0): Surface => {
  const { size, min } = boundingBox(arch.positions)
  const factor = side / Math.max(...size)
  return { ...arch, positions: arch.positions.map((value, at) => (value - min[at % 3]!) * factor + away) }
}
const bitsOf = (surface: Surface) => positionBits(boundingBox(surface.positions))

describe('on the way to the browser no vertex moves more than 5 µm', () => {
  it('of the real scan', async () => {
    expect(await mostMoved(real())).toBeLessThanOrEqual(allowed)
  })

  it.runIf(process.env.LONG === '1')('of a scan of half a million triangles', async () => {
    expect(await mostMoved(parseScan(refinedScan()).surface!)).toBeLessThanOrEqual(allowed)
  })

  it.each([5, 20, 45, 64, 82, 94, 95, 150, 299])('of a scan of %d mm', async (side) => {
    expect(await mostMoved(stretched(side))).toBeLessThanOrEqual(allowed)
  })

  it('of a scan that lies two meters from the origin', async () => {
    expect(await mostMoved(stretched(150, 2000))).toBeLessThanOrEqual(allowed)
  })

  it('of a scan in inches or meters', async () => {
    expect((await mostMoved(stretched(2.5))) * 25.4).toBeLessThanOrEqual(allowed)
    expect((await mostMoved(stretched(0.065))) * 1000).toBeLessThanOrEqual(allowed)
  })
})

describe('the bits of a position', () => {
  it('are as few as that takes', () => {
    // One bit less would move a vertex by up to √3 half steps of twice the width.
    for (const side of [20, 64, 150, 299]) {
      const bits = bitsOf(stretched(side))
      expect((side / (2 ** (bits - 1) - 1) / 2) * Math.sqrt(3)).toBeGreaterThan(allowed * 0.98)
    }
    expect([64, 150, 299].map((side) => bitsOf(stretched(side)))).toEqual([14, 15, 16])
  })

  it('are sixteen where no one knows the unit, and there they limit', async () => {
    expect(bitsOf(stretched(0.001))).toBe(16)
    expect(bitsOf(stretched(4000))).toBe(16)
    expect(await mostMoved(stretched(4000))).toBeLessThanOrEqual(4000 * 1.4e-5)
  })

  it('keep a scan of usual size as small as it was', async () => {
    expect((await packWebMesh(real())).length).toBeLessThan(500_000)
  })
})
