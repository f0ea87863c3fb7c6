import type { Vector3 } from '@archwire/mesh'
import { movedPoint } from '@archwire/mesh/best-fit.ts'
import { expect, it } from 'vitest'
import { movedPlace, moveToMeet, turnLevel, turnOver, turnToFront } from './moves.ts'
import type { Place } from './place-scans.ts'

const still: Place = {
  rotation: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  offset: [0, 0, 0],
}
const middle: Vector3 = [1, -20, 6]
const near = (point: readonly number[], wanted: readonly number[]) =>
  point.forEach((value, axis) => expect(value).toBeCloseTo(wanted[axis]!, 6))

it('turning over keeps the front in front and the middle where it is', () => {
  near(movedPoint(turnOver(middle), ...middle), middle)
  near(movedPoint(turnOver(middle), 11, 5, 16), [-9, 5, -4])
})

it('turning level keeps the height; four quarters are none', () => {
  near(movedPoint(turnLevel(90, middle), 11, -20, 9), [1, -10, 9])
  let place = still
  for (let quarter = 0; quarter < 4; quarter++) place = movedPlace(turnLevel(90, middle), place)
  near(place.rotation.flat(), still.rotation.flat())
  near(place.offset, [0, 0, 0])
})

it('a place that is pressed comes to the front', () => {
  for (const angle of [10, 95, 180, 271]) {
    const pressed: Vector3 = [
      middle[0] + 22 * Math.cos((angle * Math.PI) / 180),
      middle[1] + 22 * Math.sin((angle * Math.PI) / 180),
      9,
    ]
    near(movedPoint(turnToFront(pressed, middle)!, ...pressed), [middle[0], middle[1] + 22, 9])
  }
  expect(turnToFront([1.5, -20, 0], middle)).toBeNull()
})

it('three places meet three others', () => {
  const from = [
    [0, 20, 0],
    [-24, -18, 0],
    [24, -18, 0],
  ] as [Vector3, Vector3, Vector3]
  const to = from.map(([x, y, z]) => [x + 3, y - 2, z - 11]) as [Vector3, Vector3, Vector3]
  const { move, farthest } = moveToMeet(from, to)!
  expect(farthest).toBeCloseTo(0, 6)
  from.forEach((place, at) => near(movedPoint(move, ...place), to[at]!))
  expect(moveToMeet([from[0], from[0], from[1]], to)).toBeNull()
  // Left and right taken for each other: they meet nowhere, and it is said how far.
  expect(moveToMeet(from, [to[0], [to[2][0] + 9, to[2][1], to[2][2]], to[1]])!.farthest).toBeGreaterThan(3)
  // In inches the same places are as far apart in millimeters.
  const inches = (places: Vector3[]) => places.map((place) => place.map((value) => value / 25.4)) as typeof from
  expect(moveToMeet(inches(from), inches(to), 25.4)!.farthest).toBeCloseTo(0, 4)
})

it('a thousand turns leave a rotation', () => {
  let place = still
  for (let turn = 0; turn < 1000; turn++) place = movedPlace(turnLevel(7, middle), movedPlace(turnOver(middle), place))
  const { rotation } = place
  rotation.forEach((row, at) =>
    rotation.forEach((other, to) =>
      expect(row.reduce((sum, value, axis) => sum + value * other[axis]!, 0)).toBeCloseTo(at === to ? 1 : 0, 12),
    ),
  )
})
