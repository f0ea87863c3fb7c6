import { expect, it } from 'vitest'
import { cube, openCylinder, sphere, together } from '../test/shapes.ts'
import { crossSection, outlineLength, type Plane } from './cross-section.ts'

const level = (z: number): Plane => ({ point: [0, 0, z], normal: [0, 0, 1] })

it('cuts a cube in a square', () => {
  const [outline, ...more] = crossSection(cube(20), level(3))
  expect(more).toEqual([])
  expect(outline!.closed).toBe(true)
  expect(outlineLength(outline!)).toBeCloseTo(80, 6)
  for (let at = 2; at < outline!.points.length; at += 3) expect(outline!.points[at]).toBeCloseTo(3, 6)
})

it('cuts a sphere in a circle, and misses it beside', () => {
  const [outline, ...more] = crossSection(sphere(10, 200), { point: [6, 0, 0], normal: [1, 0, 0] })
  expect(more).toEqual([])
  // Pythagoras: a circle of 8.
  expect(outlineLength(outline!)).toBeCloseTo(2 * Math.PI * 8, 1)
  expect(crossSection(sphere(10, 20), level(11))).toEqual([])
})

it('cuts along corners without losing or doubling a piece', () => {
  // The plane runs through the poles and through vertices of every ring.
  const outlines = crossSection(sphere(10, 40), { point: [0, 0, 0], normal: [0, 1, 0] })
  expect(outlines).toHaveLength(1)
  expect(outlines[0]!.closed).toBe(true)
  expect(outlineLength(outlines[0]!)).toBeCloseTo(2 * Math.PI * 10, 0)
})

it('keeps open what is open, and parts apart', () => {
  const [pipe] = crossSection(openCylinder(5, 20, 64), level(1))
  expect(pipe!.closed).toBe(true)
  const walls = crossSection(openCylinder(5, 20, 64), { point: [0, 0.01, 0], normal: [0, 1, 0] })
  expect(walls.map(({ closed }) => closed)).toEqual([false, false])
  for (const wall of walls) expect(outlineLength(wall)).toBeCloseTo(20, 3)
  expect(crossSection(together(cube(4), cube(4, 30)), { point: [0, 0, 1], normal: [0, 0, 1] })).toHaveLength(1)
})
