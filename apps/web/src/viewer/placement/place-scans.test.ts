import type { Rotation, Surface, Vector3 } from '@archwire/mesh'
import { boundingBox, rotated, syntheticArch, syntheticMouth } from '@archwire/mesh'
import { cross, dot } from '@archwire/mesh/arch-axes/vectors.ts'
import { movedPoint } from '@archwire/mesh/best-fit.ts'
import { randomSource } from '@archwire/mesh/synthetic-arch/random.ts'
import { describe, expect, it } from 'vitest'
import { anyWay, moved } from '../../../../../packages/mesh/test/mouths.ts'
import { setupPair } from '../../../../../packages/mesh/test/setups.ts'
import { lyingScan, type Place, placeLying, placeScans, turnedBack } from './place-scans.ts'

const IDENTITY: Rotation = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]
/** File axes of a scanner that writes the height along Y and the front towards +Z. */
const HEIGHT_ALONG_Y: Rotation = [
  [-1, 0, 0],
  [0, 0, 1],
  [0, 1, 0],
]
/** Half a turn about the line from right to left. */
const OVER: Rotation = [
  [1, 0, 0],
  [0, -1, 0],
  [0, 0, -1],
]
const turned = (surface: Surface, by: Rotation): Surface => ({ ...surface, positions: rotated(surface.positions, by) })
const shifted = (surface: Surface, by: number, axis: number): Surface => ({
  ...surface,
  positions: surface.positions.map((value, at) => (at % 3 === axis ? value + by : value)),
})
const mouth = syntheticMouth({ seed: 2, alignment: 0, triangles: 6000 })
const upper = { jaws_id: 1 as const, surface: mouth.upper }
const lower = { jaws_id: 2 as const, surface: mouth.lower }
const still: Place = { rotation: IDENTITY, offset: [0, 0, 0] }

describe('scans of one bite', () => {
  it('keep the coordinates of their files', () => {
    expect(placeScans([upper, lower])).toEqual({ places: [still, still], bite: 'in_bite', doubts: [[], []] })
  })

  it('are stood up by one rotation, whatever axes the scanner wrote', () => {
    const scans = [upper, lower].map((scan) => ({ ...scan, surface: turned(scan.surface, HEIGHT_ALONG_Y) }))
    const { places, bite } = placeScans(scans)
    expect(bite).toBe('in_bite')
    expect(places[0]).toEqual(places[1])
    expect([...rotated(scans[0]!.surface.positions, places[0]!.rotation)]).toEqual([...upper.surface.positions])
  })

  it('keep their places to each other in any rotation, to a micrometer', () => {
    for (const seed of process.env.LONG === '1' ? [1, 2, 3, 4, 5] : [1, 2]) {
      const way = anyWay(randomSource(seed))
      const scans = [upper, lower].map((scan) => ({ ...scan, surface: moved(scan.surface, way) }))
      const { places, bite } = placeScans(scans)
      expect(bite).toBe('in_bite')
      expect(places[0]).toEqual(places[1])
      // From a point of one jaw to a point of the other it is as far as in the files: the rotation turns, no more.
      for (const [from, to] of [
        [0, 0],
        [900, 1800],
        [2400, 30],
      ] as const)
        expect(apart(scans, places, from, to)).toBeCloseTo(apart(scans, [still, still], from, to), 3)
      const [right, anterior, up] = places[0]!.rotation
      expect(dot(cross(right, anterior), up)).toBeCloseTo(1, 6)
    }
  })

  it('stay together, marked, where one of them is a part that leaves it open', () => {
    const piece = cutOff(lower.surface, (x, y) => x > 4 && y < 12)
    const { places, bite } = placeScans([upper, { jaws_id: 2, surface: piece }])
    expect(bite).not.toBe('apart')
    expect(places).toEqual([still, still])
  })

  it('an open bite is unsure, and lies as the files do', () => {
    expect(placeScans([upper, { ...lower, surface: shifted(lower.surface, -3, 2) }])).toMatchObject({
      places: [still, still],
      bite: 'unsure',
    })
  })

  it('another version of one jaw stands with them', () => {
    const later = {
      jaws_id: 1 as const,
      surface: syntheticArch({ jaw: 'upper', seed: 2, alignment: 0.3, triangles: 3000 }),
    }
    expect(placeScans([later, upper, lower]).places).toEqual([still, still, still])
  })
})

describe('scans of different coordinates', () => {
  it('are stacked, upper above lower, front teeth in line', () => {
    expectStacked([upper, { ...lower, surface: shifted(lower.surface, 500, 0) }])
  })

  it('are noticed even when their boxes overlap by chance', () => {
    expectStacked([{ jaws_id: 1, surface: turned(upper.surface, HEIGHT_ALONG_Y) }, lower])
  })

  it('are those that both stand teeth up in one place: each is shown the right way', () => {
    const model = turned(upper.surface, OVER)
    expectStacked([{ jaws_id: 1, surface: model }, lower])
    expect(placeScans([{ jaws_id: 1, surface: model }, lower]).places[0]!.rotation).toEqual(OVER)
  })
})

it.each(['base and open teeth', 'base and closed teeth'] as const)(
  'a setup stays in its bite, without a doubt: %s',
  (setup) => {
    const { upper: above, lower: below } = setupPair(216, 0.3, setup)
    const scans = [
      { jaws_id: 1 as const, surface: above },
      { jaws_id: 2 as const, surface: below },
    ]
    expect(placeScans(scans)).toMatchObject({ bite: 'in_bite', doubts: [[], []], places: [still, still] })
  },
)

it('arches that pass through each other are stacked, also where the shape of one leaves open how it lies', () => {
  const model = lyingScan({ jaws_id: 1, surface: turned(upper.surface, OVER) })
  const unclear = { ...model, axes: { ...model.axes, sure: { teeth: false, anterior: false } } }
  const { bite, places, doubts } = placeLying([unclear, lyingScan(lower)], true)
  expect({ bite, doubts }).toEqual({ bite: 'apart', doubts: [['lies_by_guess'], []] })
  expect(places[0]!.rotation).toEqual(OVER)
})

describe('what a person should know', () => {
  it('a scan that is inside out', () => {
    const insideOut = { ...upper, surface: { ...upper.surface, indices: upper.surface.indices.slice().reverse() } }
    expect(placeScans([insideOut, lower])).toMatchObject({ bite: 'unsure', doubts: [['inside_out'], []] })
  })

  it('labels that contradict the shape, in the bite as well', () => {
    const { bite, doubts } = placeScans([
      { jaws_id: 1, surface: lower.surface },
      { jaws_id: 2, surface: upper.surface },
    ])
    expect({ bite, doubts }).toEqual({ bite: 'in_bite', doubts: [['other_jaw'], ['other_jaw']] })
  })

  it('a file with both jaws lies by a guess: either could be the upper one', () => {
    const { upper: above, lower: below } = mouth
    const both: Surface = {
      positions: Float32Array.of(...above.positions, ...below.positions),
      indices: Uint32Array.of(...above.indices, ...below.indices.map((vertex) => vertex + above.positions.length / 3)),
    }
    expect(placeScans([{ jaws_id: 3, surface: both }])).toMatchObject({ bite: null, doubts: [['lies_by_guess']] })
  })
})

describe('a place that a person gave', () => {
  const place = { rotation: OVER, offset: [1, 2, 3] as [number, number, number] }

  it('is where the scan stands, whatever its shape says', () => {
    const { places, bite } = placeScans([
      { ...upper, place },
      { ...lower, place: { rotation: IDENTITY, offset: [0, 0, -9] } },
    ])
    expect({ places, bite }).toEqual({ places: [place, { rotation: IDENTITY, offset: [0, 0, -9] }], bite: 'placed' })
  })

  it('that they only turned is no bite', () => {
    expect(
      placeScans(
        [
          { ...upper, place },
          { ...lower, place },
        ],
        false,
      ).bite,
    ).toBe('turned')
  })

  it('is followed by a later scan in the coordinates of that file, of its jaw or of the other one in its bite', () => {
    const { places, bite } = placeScans([{ ...upper, place }, upper, lower])
    expect({ places, bite }).toEqual({ places: [place, place, place], bite: 'in_bite' })
  })

  it('has a scan from elsewhere beside it, not in it', () => {
    const later = { ...lower, surface: shifted(turned(lower.surface, HEIGHT_ALONG_Y), 300, 0) }
    const given = { rotation: IDENTITY, offset: [40, -20, 15] as [number, number, number] }
    const { places, bite } = placeScans([{ ...upper, place: given }, later])
    expect({ placed: places[0], bite }).toEqual({ placed: given, bite: 'apart' })
    const box = boundingBox(rotated(later.surface.positions, places[1]!.rotation))
    const above = boundingBox(upper.surface.positions)
    expect(box.max[2] + places[1]!.offset[2]).toBeCloseTo(above.min[2] + 15 - 3, 4)
    expect(box.max[1] + places[1]!.offset[1]).toBeCloseTo(above.max[1] - 20, 4)
  })

  it('can be undone', () => {
    const { rotation, offset } = turnedBack({ rotation: HEIGHT_ALONG_Y, offset: [4, 5, 6] })
    const point = rotated(new Float32Array([1, 2, 3]), HEIGHT_ALONG_Y).map((value, at) => value + [4, 5, 6][at]!)
    expect([...rotated(point, rotation)].map((value, at) => value + offset[at]!)).toEqual([1, 2, 3])
  })
})

it('one scan alone stands upright, and one of unknown jaw by its shape', () => {
  const surface = turned(upper.surface, HEIGHT_ALONG_Y)
  for (const jaws_id of [1, 3] as const) {
    const { places, bite } = placeScans([{ jaws_id, surface }])
    expect(bite).toBeNull()
    expect([...rotated(surface.positions, places[0]!.rotation)]).toEqual([...upper.surface.positions])
  }
})

/** How far a point of the second scan is from one of the first where they stand, mm. */
function apart(scans: readonly { surface: Surface }[], places: readonly Place[], from: number, to: number): number {
  const [p, q] = [from, to].map((vertex, at) =>
    movedPoint(places[at]!, ...([...scans[at]!.surface.positions.subarray(vertex * 3, vertex * 3 + 3)] as Vector3)),
  )
  return Math.hypot(...p!.map((value, axis) => value - q![axis]!))
}

function expectStacked(scans: Parameters<typeof placeScans>[0]): void {
  const { places, bite } = placeScans(scans)
  expect(bite).toBe('apart')
  const [above, below] = scans.map(({ surface }, i) => {
    const { min, max } = boundingBox(rotated(surface.positions, places[i]!.rotation))
    const offset = places[i]!.offset
    return { low: min.map((v, axis) => v + offset[axis]!), high: max.map((v, axis) => v + offset[axis]!) }
  })
  expect(above!.low[2]).toBeGreaterThan(below!.high[2]!)
  expect(above!.low[2]! - below!.high[2]!).toBeCloseTo(3, 4)
  expect(above!.high[1]).toBeCloseTo(below!.high[1]!, 4)
}

function cutOff(surface: Surface, keep: (x: number, y: number) => boolean): Surface {
  const { positions, indices } = surface
  const kept: number[] = []
  for (let at = 0; at < indices.length; at += 3) {
    const corners = [...indices.subarray(at, at + 3)]
    if (corners.every((vertex) => keep(positions[vertex * 3]!, positions[vertex * 3 + 1]!))) kept.push(...corners)
  }
  // Numbered anew: the box must contain only the remaining points.
  const numbers = new Map([...new Set(kept)].map((vertex, number) => [vertex, number]))
  const points = [...numbers.keys()].flatMap((vertex) => [...positions.subarray(vertex * 3, vertex * 3 + 3)])
  return { positions: new Float32Array(points), indices: Uint32Array.from(kept, (vertex) => numbers.get(vertex)!) }
}
