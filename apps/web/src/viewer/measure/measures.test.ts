import { expect, it } from 'vitest'
import { angleOf, distanceOf, valueOf, type Point } from './measures.ts'

it('distances and angles are those of school', () => {
  expect(distanceOf([0, 0, 0], [3, 4, 12])).toBe(13)
  expect(angleOf([1, 0, 0], [0, 0, 0], [0, 5, 0])).toBeCloseTo(90, 10)
  expect(angleOf([2, 2, 0], [0, 0, 0], [9, 0, 0])).toBeCloseTo(45, 10)
  expect(angleOf([1, 1, 1], [0, 0, 0], [-2, -2, -2])).toBeCloseTo(180, 5)
  expect(angleOf([1, 1, 1], [1, 1, 1], [2, 2, 2])).toBeNull()
})

it('turning and moving the scan changes no figure', () => {
  const turned = ([x, y, z]: Point): Point => [0.6 * x - 0.8 * y + 7, 0.8 * x + 0.6 * y - 3, z + 11]
  const points: Point[] = [
    [1, 2, 3],
    [-4, 0.5, 9],
    [2, -7, 1],
  ]
  const [a, b, c] = points as [Point, Point, Point]
  expect(distanceOf(turned(a), turned(b))).toBeCloseTo(distanceOf(a, b), 10)
  expect(angleOf(turned(a), turned(b), turned(c))).toBeCloseTo(angleOf(a, b, c)!, 10)
})

it('says them with their units', () => {
  expect(
    valueOf('distance', [
      [0, 0, 0],
      [1.005, 0, 0],
    ]),
  ).toBe('1.00 mm')
  expect(
    valueOf('angle', [
      [1, 0, 0],
      [0, 0, 0],
      [0, 1, 0],
    ]),
  ).toBe('90.0°')
  expect(
    valueOf('angle', [
      [1, 0, 0],
      [0, 0, 0],
    ]),
  ).toBe('–')
})
