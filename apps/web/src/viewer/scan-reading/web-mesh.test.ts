import { boundingBox, checkScan, syntheticArch, toBinaryStl } from '@archwire/mesh'
import { describe, expect, it } from 'vitest'
import { painted } from '../../../../../packages/mesh/test/colored-shapes.ts'
// The writer of what this page reads: the two must agree, wherever each lives.
import { packWebMesh } from '../../../../server/src/services/scan-processing/web-mesh.ts'
import { readWebMesh } from './web-mesh.ts'

const { mesh } = checkScan(toBinaryStl(syntheticArch({ jaw: 'upper', seed: 1, alignment: 1 })))

describe('readWebMesh', () => {
  it('gives back what the server packed, in file coordinates', async () => {
    const read = await readWebMesh(await packWebMesh(mesh!))
    expect(read.positions.length).toBe(mesh!.positions.length)
    // Points closer than a step of the quantization may fall together; the surface stays closed.
    const { report } = checkScan(toBinaryStl(read))
    expect(report).toMatchObject({ triangles: mesh!.indices.length / 3, shells: 1, open_edges: 0 })
    const expected = boundingBox(mesh!.positions)
    const found = boundingBox(read.positions)
    for (const axis of [0, 1, 2]) {
      expect(found.min[axis]).toBeCloseTo(expected.min[axis]!, 2)
      expect(found.max[axis]).toBeCloseTo(expected.max[axis]!, 2)
    }
  })

  it('gives back the color of each vertex: light ones exactly, dark ones nearly', async () => {
    // The position determines the color, so that every vertex can be checked, wherever the packer put it.
    const share = (value: number) => Math.min(1, Math.max(0, (value + 40) / 80))
    const colorAt = (x: number, y: number) => [share(x) * 255, share(y) * 255, 203].map(Math.round)
    const scan = painted(mesh!, (x, y) => colorAt(x, y) as [number, number, number])
    const read = await readWebMesh(await packWebMesh(scan))
    expect(read.colors).toHaveLength(read.positions.length)
    for (let at = 0; at < read.positions.length; at += 3) {
      const [x, y] = [read.positions[at]!, read.positions[at + 1]!]
      const known = colorAt(x, y)
      known.forEach((value, channel) => {
        // One more, since the position is a few micrometers off.
        const allowed = value > 90 ? 2 : value > 40 ? 4 : 8
        expect(Math.abs(read.colors![at + channel]! - value)).toBeLessThanOrEqual(allowed)
      })
      expect(read.colors![at + 2]).toBe(203)
    }
  })

  it('has none where the scan had none', async () => {
    expect((await readWebMesh(await packWebMesh(mesh!))).colors).toBeUndefined()
  })

  it('refuses bytes that are no such mesh', async () => {
    await expect(readWebMesh(new Uint8Array(10))).rejects.toThrow('damaged')
    const packed = await packWebMesh(mesh!)
    await expect(readWebMesh(packed.subarray(0, packed.length / 2))).rejects.toThrow()
    await expect(readWebMesh(toBinaryStl(mesh!))).rejects.toThrow('damaged')
  })
})
