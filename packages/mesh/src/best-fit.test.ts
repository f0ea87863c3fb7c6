import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bestFit, extentOf, inverse, movedPoint, movedPositions, NO_MOVE, type RigidMove } from './best-fit.ts'
import { checkScan, type Surface } from './index.ts'
import { deviationOf, distancesTo, MeasuredSurface, vertexAreas } from './surface-distance.ts'

const { mesh } = checkScan(readFileSync(new URL('../../../samples/scans/maxilla-cast-partial.stl', import.meta.url)))
const scan = mesh!
const measured = new MeasuredSurface(scan)

const turned = (degrees: number, offset: RigidMove['offset']): RigidMove => {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  return {
    rotation: [
      [cos, -sin, 0],
      [sin, cos, 0],
      [0, 0, 1],
    ],
    offset,
  }
}
const movedScan = (move: RigidMove): Surface => ({
  positions: movedPositions(scan.positions, move),
  indices: scan.indices,
})
const leftOver = (there: Surface, move: RigidMove) =>
  deviationOf(
    distancesTo(measured, { positions: movedPositions(there.positions, move), indices: there.indices }, 2),
    vertexAreas(there),
    0.01,
  )!

it('finds the way back of a small turn and move, to a few micrometers', () => {
  const away = turned(4, [1.5, -2, 0.8])
  const there = movedScan(away)
  const back = bestFit(there, measured, scan, 'upper')
  expect(leftOver(there, back)).toMatchObject({ within: 1 })
  expect(leftOver(there, back).most).toBeLessThan(0.005)
  const { way, turn } = extentOf(back, there.positions)
  expect(turn).toBeCloseTo(4, 2)
  // The middle of a box turns into the middle of another one, a little beside it.
  expect(Math.abs(way - extentOf(away, scan.positions).way)).toBeLessThan(0.1)
})

it('finds it from another coordinate system, and trusts what has not moved', () => {
  // On its side, a hand away; and all around one point half a millimeter higher, like a tooth that was set up.
  const there = movedScan({
    rotation: [
      [0, 0, 1],
      [1, 0, 0],
      [0, 1, 0],
    ],
    offset: [120, -40, 15],
  })
  const [x, y, z] = scan.positions
  const isTooth = (at: number) =>
    Math.hypot(scan.positions[at]! - x!, scan.positions[at + 1]! - y!, scan.positions[at + 2]! - z!) < 6
  let teeth = 0
  for (let at = 0; at < scan.positions.length; at += 3) {
    if (!isTooth(at)) continue
    teeth += 1
    there.positions[at + 1]! += 0.5
  }
  expect(teeth).toBeGreaterThan(300)
  const back = bestFit(there, measured, scan, 'upper')
  const distances = distancesTo(measured, { ...there, positions: movedPositions(there.positions, back) }, 2)
  let most = 0
  distances.forEach((distance, vertex) => {
    if (!isTooth(vertex * 3)) most = Math.max(most, Math.abs(distance))
  })
  expect(most).toBeLessThan(0.005)
})

it('moves and their way back undo each other', () => {
  const move = turned(33, [4, 5, 6])
  const [x, y, z] = movedPoint(inverse(move), ...movedPoint(move, 7, 8, 9))
  expect([x, y, z].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([7, 8, 9])
  expect(extentOf(NO_MOVE, scan.positions)).toEqual({ way: 0, turn: 0 })
})
