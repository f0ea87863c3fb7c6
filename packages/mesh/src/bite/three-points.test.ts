import { expect, it } from 'vitest'
import { anyWay, moved } from '../../test/mouths.ts'
import { movedPoint } from '../best-fit.ts'
import type { Vector3 } from '../surface.ts'
import { randomSource } from '../synthetic-arch/random.ts'
import { moveByThreePoints, type Triple } from './three-points.ts'

const chance = randomSource(12)
const somewhere = (): Vector3 => [chance() * 60, chance() * 50, chance() * 20]
const triples = Array.from({ length: 40 }, (): Triple => [somewhere(), somewhere(), somewhere()]).filter(
  (triple) => moveByThreePoints(triple, triple) !== null,
)

it('brings three places to where a rigid move brought them, whatever it was', () => {
  expect(triples.length).toBeGreaterThan(30)
  for (const triple of triples) {
    const way = anyWay(chance)
    const there = triple.map((place) => [
      ...moved({ positions: new Float32Array(place), indices: new Uint32Array() }, way).positions,
    ]) as unknown as Triple
    const move = moveByThreePoints(triple, there)!
    triple.forEach((place, at) => {
      movedPoint(move, ...place).forEach((value, axis) => expect(value).toBeCloseTo(there[at]![axis]!, 3))
    })
  }
})

it('is a rotation, never a mirroring, also where the others are placed with errors', () => {
  for (const [at, triple] of triples.entries()) {
    const other = triples[(at + 1) % triples.length]!
    const { rotation } = moveByThreePoints(triple, other)!
    const [[a, b, c], [d, e, f], [g, h, i]] = rotation
    expect(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)).toBeCloseTo(1, 9)
    for (const row of rotation) expect(Math.hypot(...row)).toBeCloseTo(1, 9)
  }
})

it('errors of a hand are shared evenly: no place is farther off than the largest of them', () => {
  const triple: Triple = [
    [0, 20, 0],
    [-24, -18, 1],
    [24, -18, -1],
  ]
  const there = triple.map(([x, y, z]) => [
    x + chance() - 0.5,
    y + chance() - 0.5,
    z + chance() - 0.5,
  ]) as unknown as Triple
  const move = moveByThreePoints(triple, there)!
  for (const [at, place] of triple.entries()) {
    const arrived = movedPoint(move, ...place)
    expect(Math.hypot(...arrived.map((value, axis) => value - there[at]![axis]!))).toBeLessThan(0.9)
  }
})

it('says nothing when places lie on one line or together', () => {
  const line: Triple = [
    [0, 0, 0],
    [10, 0, 0],
    [30, 0, 1],
  ]
  const good: Triple = [
    [0, 0, 0],
    [10, 0, 0],
    [0, 10, 0],
  ]
  expect(moveByThreePoints(line, good)).toBeNull()
  expect(moveByThreePoints(good, line)).toBeNull()
  expect(moveByThreePoints([good[0], good[0], good[0]], good)).toBeNull()
})
