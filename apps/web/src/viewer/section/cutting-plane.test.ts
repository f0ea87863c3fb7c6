import { expect, it } from 'vitest'
import { cuttingPlane, onSheet, reachOf, type Cut } from './cutting-plane.ts'

const upright = (turn: number, offset = 0): Cut => ({ level: false, turn, offset })
const close = (found: readonly number[], expected: readonly number[]) =>
  found.forEach((value, at) => expect(value).toBeCloseTo(expected[at]!, 10))

it('coronal, sagittal and level planes stand where dentists expect them', () => {
  close(cuttingPlane(upright(0, 5), [1, 2, 3]).point, [1, 7, 3])
  close(cuttingPlane(upright(0), [0, 0, 0]).normal, [0, 1, 0])
  close(cuttingPlane(upright(90, 4), [0, 0, 0]).point, [4, 0, 0])
  close(cuttingPlane({ level: true, turn: 30, offset: -2 }, [0, 0, 0]).point, [0, 0, 2])
})

it('the sheet keeps lengths and never mirrors', () => {
  for (const cut of [upright(0), upright(35, 3), upright(90), { level: true, turn: 0, offset: 1 }]) {
    const plane = cuttingPlane(cut, [4, 5, 6])
    const { normal, right, up } = plane
    const [a, b] = [onSheet(plane, plane.point), onSheet(plane, [7, 9, 11])]
    close(a, [0, 0])
    const off = [7, 9, 11].map((value, axis) => value - plane.point[axis]!)
    const away = off.reduce((sum, value, axis) => sum + value * normal[axis]!, 0)
    expect(Math.hypot(...b, away)).toBeCloseTo(Math.hypot(...off), 10)
    // Right, up and towards the eye are right-handed: the picture is not mirrored.
    const [x, y, z] = right
    const toEye = [y * up[2] - z * up[1], z * up[0] - x * up[2], x * up[1] - y * up[0]]
    close(toEye, normal)
  }
})

it('reaches as far as the points do', () => {
  expect(
    reachOf(
      [
        [0, -12.4, 0],
        [3, 20.9, 1],
      ],
      upright(0),
      [0, 0, 0],
    ),
  ).toEqual([-12, 20])
})
