import { describe, expect, it } from 'vitest'
import { bytes, cube, sphere, together } from '../test/shapes.ts'
import { checkScan, syntheticArch, toBinaryStl, type Surface } from './index.ts'
import { withoutWildPoints } from './wild-points.ts'

const arch = syntheticArch({ jaw: 'lower', seed: 3, alignment: 0.5, triangles: 4000 })
/** The facets at a vertex. */
const facetsAt = ({ indices }: Surface, vertex: number) => indices.filter((each) => each === vertex).length

/** The arch with points somewhere else. */
function moved(points: Record<number, [number, number, number]>, surface = arch): Surface {
  const positions = surface.positions.slice()
  for (const [vertex, place] of Object.entries(points)) positions.set(place, Number(vertex) * 3)
  return { ...surface, positions }
}

describe('a point far outside of the scan', () => {
  it.each([
    [1e9, '1,000 km'],
    [-1e30, 'more than a million km'],
    [2500, /2\.[45]\d? m/],
    [420, /4\d\d mm/],
  ])('at %d mm is found, said and left out with its triangles', (away, words) => {
    const wild = moved({ 700: [away, 3, -4] })
    const { report, mesh } = checkScan(toBinaryStl(wild))
    const facets = facetsAt(arch, 700)
    expect(report).toMatchObject({ verdict: 'warn', triangles: arch.indices.length / 3, unit_guess: 'mm' })
    expect(report.findings).toEqual([
      { code: 'wild_points', severity: 'warn', message: expect.stringMatching(words) as string },
    ])
    expect(report.findings[0]!.message).toContain(`${facets} triangles there are left out`)
    expect(mesh!.indices.length / 3).toBe(arch.indices.length / 3 - facets)
    for (const value of mesh!.positions) expect(Math.abs(value)).toBeLessThan(100)
    // What is left is as it was.
    expect(mesh!.indices.every((vertex) => vertex < mesh!.positions.length / 3)).toBe(true)
  })

  it('is not spoken of if no triangle has it, and is the scan if all have', () => {
    const points = arch.positions.length / 3
    const unused = checkScan(toObjBesidesThree(arch.indices))
    expect(unused.report).toMatchObject({ findings: [], verdict: 'pass', unit_guess: 'mm' })
    expect(Math.max(...unused.mesh!.positions)).toBeLessThan(100)
    const alone = checkScan(toObjBesidesThree(arch.indices.map((_, at) => points + (at % 3))))
    expect(alone.mesh!.indices).toHaveLength(arch.indices.length)
    expect(alone.report.findings.map(({ code }) => code)).not.toContain('wild_points')
  })

  it('takes its color along', () => {
    const colors = Uint8Array.from({ length: arch.positions.length }, (_, at) => Math.floor(at / 3) % 251)
    const tamed = withoutWildPoints({ ...moved({ 5: [0, 1e7, 0], 9: [0, 0, -1e7] }), colors })!
    expect(tamed).toMatchObject({ points: 2, facets: facetsAt(arch, 5) + facetsAt(arch, 9) })
    expect(tamed.surface.colors!.slice(12, 30)).toEqual(
      Uint8Array.from([4, 6, 7, 8, 10, 11].flatMap((each) => [each, each, each])),
    )
  })

  it('is what a part of the scan is not, however the scan lies', () => {
    const at = (x: number, y: number, z: number) =>
      moved({}, { ...arch, positions: shifted(arch.positions, [x, y, z]) })
    for (const surface of [arch, at(3000, -2000, 500), together(arch, at(130, 0, 40)), together(arch, cube(2, 95))])
      expect(withoutWildPoints(surface)).toBeNull()
    expect(withoutWildPoints(moved({ 3: [3200, -2000, 500] }, at(3000, -2000, 500)))).toBeNull()
    expect(withoutWildPoints(moved({ 3: [0, 0, 0] }, at(3000, -2000, 500)))?.points).toBe(1)
  })

  it('cannot be told where there are few points, or half of them are elsewhere', () => {
    expect(withoutWildPoints(moved({ 0: [1e6, 0, 0] }, cube(10)))).toBeNull()
    expect(withoutWildPoints(together(sphere(10, 12), cube(5, 1e5), sphere(10, 12)))?.points ?? 0).toBe(8)
    const far = { ...sphere(10, 12), positions: shifted(sphere(10, 12).positions, [1e5, 0, 0]) }
    expect(withoutWildPoints(together(sphere(10, 12), far))).toBeNull()
  })

  it('does not hide that all of the scan is in another unit', () => {
    const inches = { ...arch, positions: arch.positions.map((value) => value / 25.4) }
    const { report } = checkScan(toBinaryStl(moved({ 700: [1e6, 0, 0] }, inches)))
    expect(report.findings.map(({ code }) => code)).toEqual(['wild_points', 'units'])
    expect(report.unit_guess).toBe('inch')
  })
})

function shifted(positions: Float32Array, by: [number, number, number]): Float32Array {
  return positions.map((value, at) => value + by[at % 3]!)
}

/** The points of the arch and three far away, and these triangles of them. */
function toObjBesidesThree(indices: Uint32Array): Uint8Array {
  const lines: string[] = []
  for (let at = 0; at < arch.positions.length; at += 3) lines.push(`v ${arch.positions.subarray(at, at + 3).join(' ')}`)
  lines.push('v 1e8 0 0', 'v 0 1e8 0', 'v 0 0 1e8')
  for (let at = 0; at < indices.length; at += 3)
    lines.push(`f ${[...indices.subarray(at, at + 3)].map((vertex) => vertex + 1).join(' ')}`)
  return bytes(`${lines.join('\n')}\n`)
}
