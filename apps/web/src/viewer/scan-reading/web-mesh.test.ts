import { boundingBox, checkScan, syntheticArch, toBinaryStl } from '@archwire/mesh'
import { describe, expect, it } from 'vitest'
// The writer of what this page reads: the two must agree, wherever each lives.
import { packWebMesh } from '../../../../server/src/services/scan-processing/web-mesh.ts'
import { readWebMesh } from './web-mesh.ts'

const { mesh } = checkScan(toBinaryStl(syntheticArch({ jaw: 'upper', seed: 1, alignment: 1 })))

describe('readWebMesh', () => {
  it('gives back what the server packed, in file coordinates', async () => {
    const read = await readWebMesh(await packWebMesh(mesh!))
    expect(read.positions.length).toBe(mesh!.positions.length)
    // Points closer than a step of the quantisation may fall together; the surface stays closed.
    const { report } = checkScan(toBinaryStl(read))
    expect(report).toMatchObject({ triangles: mesh!.indices.length / 3, shells: 1, open_edges: 0 })
    const expected = boundingBox(mesh!.positions)
    const found = boundingBox(read.positions)
    for (const axis of [0, 1, 2]) {
      expect(found.min[axis]).toBeCloseTo(expected.min[axis]!, 2)
      expect(found.max[axis]).toBeCloseTo(expected.max[axis]!, 2)
    }
  })

  it('refuses bytes that are no such mesh', async () => {
    await expect(readWebMesh(new Uint8Array(10))).rejects.toThrow('damaged')
    const packed = await packWebMesh(mesh!)
    await expect(readWebMesh(packed.subarray(0, packed.length / 2))).rejects.toThrow()
    await expect(readWebMesh(toBinaryStl(mesh!))).rejects.toThrow('damaged')
  })
})
