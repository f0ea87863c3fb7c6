import type { Rotation, Surface } from '@archwire/mesh'
import { boundingBox, rotated, syntheticArch } from '@archwire/mesh'
import { describe, expect, it } from 'vitest'
import { placeScans } from './arch-placement.ts'

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
const arch = (jaw: 'upper' | 'lower', alignment = 0) => syntheticArch({ jaw, seed: 2, alignment, triangles: 3000 })
const turned = (surface: Surface, by: Rotation): Surface => ({ ...surface, positions: rotated(surface.positions, by) })
const upper = { jaws_id: 1 as const, surface: arch('upper') }
const lower = { jaws_id: 2 as const, surface: arch('lower') }

describe('scans of one bite', () => {
  it('keep the coordinates of their files', () => {
    expect(placeScans([upper, lower])).toEqual({
      places: [
        { rotation: IDENTITY, offset: [0, 0, 0] },
        { rotation: IDENTITY, offset: [0, 0, 0] },
      ],
      inBite: true,
    })
  })

  it('are stood up by one rotation, whatever axes the scanner wrote', () => {
    const scans = [upper, lower].map((scan) => ({ ...scan, surface: turned(scan.surface, HEIGHT_ALONG_Y) }))
    const { places, inBite } = placeScans(scans)
    expect(inBite).toBe(true)
    expect(places[0]).toEqual(places[1])
    expect([...rotated(scans[0]!.surface.positions, places[0]!.rotation)]).toEqual([...upper.surface.positions])
  })

  it('stay together when one of them alone would be turned otherwise', () => {
    // A short piece of an arch, whose shape is misleading about its axes.
    const piece = cutOff(lower.surface, (x, y) => x > 4 && y < 12)
    expect(placeScans([upper, { jaws_id: 2, surface: piece }]).inBite).toBe(true)
  })
})

describe('scans of different coordinates', () => {
  it('are stacked, upper above lower, front teeth in line', () => {
    const far = {
      ...lower,
      surface: { ...lower.surface, positions: lower.surface.positions.map((value) => value + 500) },
    }
    expectStacked([upper, far])
  })

  it('are noticed even when their boxes overlap by chance', () => {
    const otherAxes = { jaws_id: 1 as const, surface: turned(upper.surface, HEIGHT_ALONG_Y) }
    expectStacked([otherAxes, lower])
  })
})

it('one scan alone stands upright', () => {
  const { places, inBite } = placeScans([{ jaws_id: 1, surface: turned(upper.surface, HEIGHT_ALONG_Y) }])
  expect(inBite).toBe(true)
  expect([...rotated(turned(upper.surface, HEIGHT_ALONG_Y).positions, places[0]!.rotation)]).toEqual([
    ...upper.surface.positions,
  ])
})

function expectStacked(scans: Parameters<typeof placeScans>[0]): void {
  const { places, inBite } = placeScans(scans)
  expect(inBite).toBe(false)
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
  // Corner by corner: the box must contain only the remaining points.
  const points = kept.flatMap((vertex) => [...positions.subarray(vertex * 3, vertex * 3 + 3)])
  return { positions: new Float32Array(points), indices: Uint32Array.from(kept.keys()) }
}
