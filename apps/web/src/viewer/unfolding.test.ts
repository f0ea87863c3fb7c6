import { Vector3 } from 'three'
import { expect, it } from 'vitest'
import { unfolding } from './unfolding.ts'

it('lays the upper arch open above the lower one, right and left where they were', () => {
  const upper = [new Vector3(20, -30, 2), new Vector3(-18, 10, 0), new Vector3(0, 12, 15)]
  const lower = [new Vector3(19, -28, 0), new Vector3(0, 9, 1), new Vector3(-17, 5, -14)]
  const move = unfolding(upper, lower)
  const moved = upper.map((point) => point.clone().applyMatrix4(move))
  expect(moved.map(({ x }) => x)).toEqual([20, -18, 0])
  // Apart by the gap, and the front of the upper arch at the far end.
  expect(Math.max(...moved.map(({ y }) => y))).toBeCloseTo(-28 - 6, 10)
  expect(moved[2]!.y).toBeLessThan(moved[0]!.y)
  // What faced down faces up, at the height of the lower teeth.
  expect(moved[1]!.z).toBeCloseTo(1, 10)
  expect(moved[2]!.z).toBeLessThan(moved[1]!.z)
})
