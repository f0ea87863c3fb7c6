import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { cube, openCylinder, sphere } from '../test/shapes.ts'
import { checkScan, type Surface } from './index.ts'
import { deviationOf, distancesTo, MeasuredSurface, vertexAreas } from './surface-distance.ts'

/** Turned around z by an angle, then moved. */
function moved({ positions, indices }: Surface, by: readonly number[], turn = 0): Surface {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const placed = positions.map((value, at) => {
    const start = at - (at % 3)
    const [x, y] = [positions[start]!, positions[start + 1]!]
    return [x * cos - y * sin, x * sin + y * cos, value][at % 3]! + by[at % 3]!
  })
  return { positions: placed, indices }
}

it('a sphere that was moved deviates by what school says, to a hundredth of a millimeter', () => {
  const ball = sphere(10, 120)
  const by = [0.3, -0.1, 0.2] as const
  const there = moved(ball, by)
  const distances = distancesTo(new MeasuredSurface(ball), there, 5)
  for (let vertex = 0; vertex < distances.length; vertex++) {
    const place = there.positions.subarray(vertex * 3, vertex * 3 + 3)
    expect(Math.abs(distances[vertex]! - (Math.hypot(...place) - 10))).toBeLessThan(0.01)
  }
  const figures = deviationOf(distances, vertexAreas(there), 0.5)!
  expect(figures.most).toBeCloseTo(Math.hypot(...by), 2)
  expect(figures.least).toBeCloseTo(-Math.hypot(...by), 2)
  expect(figures).toMatchObject({ covered: 1, within: 1 })
  // The mean size of a cosine over a sphere is a half, its root mean square 1/√3.
  expect(figures.mean).toBeCloseTo(Math.hypot(...by) / 2, 2)
  expect(figures.rms).toBeCloseTo(Math.hypot(...by) / Math.sqrt(3), 2)
})

it('a shape that was turned deviates by its way round, inside and outside told apart', () => {
  const box = cube(20, -10)
  const turn = 0.02
  const distances = distancesTo(new MeasuredSurface(box), moved(box, [0, 0, 0], turn), 5)
  // A corner of the turned square stands out of the side it passes, and the height stays.
  const out = 10 * Math.cos(turn) + 10 * Math.sin(turn) - 10
  for (const distance of distances) expect(distance).toBeCloseTo(out, 5)
  const within = distancesTo(new MeasuredSurface(box), cube(19, -9.5), 5)
  for (const distance of within) expect(distance).toBeCloseTo(-0.5, 6)
})

it('the real scan against itself is nothing, and against itself moved never more than the way', () => {
  const { mesh } = checkScan(readFileSync(new URL('../../../samples/scans/maxilla-cast-partial.stl', import.meta.url)))
  const scan = new MeasuredSurface(mesh!)
  const areas = vertexAreas(mesh!)
  expect(deviationOf(distancesTo(scan, mesh!, 2), areas, 0.01)).toMatchObject({
    mean: 0,
    most: 0,
    least: 0,
    covered: 1,
  })
  const figures = deviationOf(distancesTo(scan, moved(mesh!, [0, 0, 0.25]), 2), areas, 0.01)!
  expect(figures.most).toBeLessThanOrEqual(0.2501)
  expect(figures.most).toBeGreaterThan(0.24)
  expect(figures.least).toBeLessThan(-0.24)
  expect(figures.covered).toBeGreaterThan(0.98)
})

it('what lies beside an open surface, or far away, has no counterpart', () => {
  const pipe = new MeasuredSurface(openCylinder(5, 20, 256))
  expect(pipe.distance(6, 0, 10, 5)).toBeCloseTo(1, 3)
  expect(pipe.distance(4, 0, 10, 5)).toBeCloseTo(-1, 3)
  expect(pipe.distance(5, 0, 22, 5)).toBeNaN()
  expect(pipe.distance(5, 0, 20, 5)).toBeCloseTo(0, 6)
  expect(pipe.distance(16, 0, 10, 5)).toBeNaN()
  expect(
    new MeasuredSurface({ positions: new Float32Array(), indices: new Uint32Array() }).distance(0, 0, 0, 5),
  ).toBeNaN()
})

it('finds the nearest of many facets as looking at each would', () => {
  const shape = sphere(7, 9)
  const all = new MeasuredSurface(shape)
  const alone = Array.from({ length: shape.indices.length / 3 }, (_, facet) => {
    const corners = shape.indices.slice(facet * 3, facet * 3 + 3)
    return new MeasuredSurface({ positions: shape.positions, indices: corners })
  })
  for (let step = 0; step < 200; step++) {
    const place = [Math.sin(step * 1.7) * 9, Math.cos(step * 2.3) * 9, Math.sin(step * 3.1) * 9] as const
    // A lone facet is all rim: only its size counts, and only where it is met from above.
    const each = alone.map((surface) => Math.abs(surface.distance(...place, 20))).filter((size) => !Number.isNaN(size))
    expect(Math.abs(all.distance(...place, 20))).toBeLessThanOrEqual(Math.min(...each) + 1e-6)
  }
})
