import { describe, expect, it } from 'vitest'
import { painted, toColoredPly } from '../test/colored-shapes.ts'
import { bytes, sphere, toObj, toPly, together } from '../test/shapes.ts'
import { atMost, checkLargeScan, checkScan, facetCount, signsOf, type Surface, toBinaryStl } from './index.ts'

const ball = sphere(30, 60)
const colored = painted(ball, (x) => (x > 0 ? [10, 200, 30] : [200, 100, 5]))
const withWildPoint: Surface = { ...ball, positions: ball.positions.with(300, 5e4) }

function checkWithFew(file: Uint8Array, mostHeld = 3000) {
  const scan = checkLargeScan(signsOf(file), 'scan', mostHeld)
  for (let at = 0; at < file.length; at += 9000) scan.push(file.subarray(at, at + 9000))
  return scan.finish()
}

describe.each([
  ['an STL', toBinaryStl(ball)],
  ['a PLY', toPly(ball, 'binary_little_endian')],
  ['a PLY with colors', toColoredPly(colored, { encoding: 'binary_little_endian', on: 'vertex', type: 'uchar' })],
  ['an OBJ', bytes(toObj(ball))],
  ['an OBJ with facets of no area', bytes(`${toObj(ball)}${'f 1 1 2\n'.repeat(50)}`)],
  ['an STL with a point far outside', toBinaryStl(withWildPoint)],
])('of %s more triangles than are held', (_, file) => {
  const whole = checkScan(file)
  const few = checkWithFew(file)

  it('are counted and measured like the others', () => {
    expect(facetCount(few.mesh!)).toBeLessThan(facetCount(whole.mesh!) / 2)
    const { triangles, vertices, bounding_box, area_mm2, degenerate, non_finite, geometry_hash, unit_guess } =
      whole.report
    expect(few.report).toMatchObject({ triangles, vertices, bounding_box, area_mm2, degenerate, non_finite })
    expect(few.report).toMatchObject({ geometry_hash, unit_guess, has_colours: whole.report.has_colours })
    // What needs edges is not looked for.
    expect(few.report).toMatchObject({ holes: null, shells: null, open_edges: null, volume_mm3: null })
    const { findings } = whole.report
    const ofWildPoints = ({ code }: (typeof findings)[number]) => code === 'wild_points'
    expect(few.report.findings.filter(ofWildPoints)).toEqual(findings.filter(ofWildPoints))
    expect(few.report.findings.map(({ code }) => code)).toContain('not_examined')
  })

  it.each([2000, 500])('leave the same picture of %d', (most) => {
    expect(few.mesh!.positions).toEqual(whole.mesh!.positions)
    const picture = atMost(few.mesh!, most, few.thinned)
    expect(picture).toEqual(atMost(whole.mesh!, most, few.thinned))
    expect(facetCount(picture.surface)).toBeGreaterThan(most / 8)
    expect(facetCount(picture.surface)).toBeLessThanOrEqual(most)
  })
})

it('points without a shape, and triangles without a size, are not lost either', () => {
  const speck = bytes(`v 0 0 0\nv 0 0 0\nv 0 0 0\n${'f 1 2 3\n'.repeat(5000)}`)
  expect(checkWithFew(speck).report).toMatchObject({ triangles: 5000, degenerate: 5000 })
  const scattered = together(sphere(1, 40), {
    ...sphere(1, 40),
    positions: sphere(1, 40).positions.map((x) => x + 1e6),
  })
  const { geometry_hash, triangles } = checkScan(toBinaryStl(scattered)).report
  expect(checkWithFew(toBinaryStl(scattered)).report).toMatchObject({ geometry_hash, triangles })
})
