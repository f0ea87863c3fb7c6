import { rotated } from '../src/orientation.ts'
import { randomSource } from '../src/synthetic-arch/random.ts'
import { type Jaw, type Rotation, type Surface, syntheticArch } from '../src/index.ts'
import { asScanned } from './as-scanned.ts'
import { together } from './shapes.ts'

/** What a file can hold of an arch. */
export const KINDS = [
  'cast',
  'trimmed base',
  'open',
  'ragged',
  'full palate',
  'deciduous',
  'edentulous',
  'without molars on one side',
  'quadrant',
  'front',
  'tooth',
] as const
export type Kind = (typeof KINDS)[number]

/** Towards the opposite jaw: lower teeth point up. */
export const up = (jaw: Jaw): 1 | -1 => (jaw === 'upper' ? -1 : 1)

const arches = new Map<string, Surface>()

/** A made-up arch in the axes of `syntheticArch`. The same numbers give the same arch. */
export function archOf(jaw: Jaw, seed: number, kind: Kind, triangles = 8000): Surface {
  const name = [jaw, seed, kind, triangles].join()
  const known = arches.get(name) ?? shaped(jaw, seed, kind, triangles)
  arches.set(name, known)
  return known
}

function shaped(jaw: Jaw, seed: number, kind: Kind, triangles: number): Surface {
  const chance = randomSource(seed * 31 + (jaw === 'upper' ? 7 : 11))
  const alignment = chance()
  const dentition = kind === 'deciduous' ? 'deciduous' : kind === 'edentulous' ? 'none' : 'permanent'
  if (kind === 'ragged') return asScanned(jaw, seed)
  const whole = syntheticArch({ jaw, seed, alignment, triangles, dentition })
  const depth = 9 + 4 * chance()
  const open = only(whole, (_x, _y, z) => z * up(jaw) > -depth)
  if (kind === 'cast') return whole
  if (kind === 'open') return open
  if (kind === 'trimmed base') return together(whole, plinth(jaw))
  if (kind === 'full palate') return only(whole, (_x, y, z) => z * up(jaw) > -17 && y > -22)
  const scanned = dentition === 'none' ? only(whole, (_x, _y, z) => z * up(jaw) > -15) : open
  const side = chance() < 0.5 ? 1 : -1
  if (kind === 'without molars on one side') return only(open, (x, y) => x * side > 0 || y > 2)
  if (kind === 'quadrant') return only(open, (x) => x * side > 1)
  if (kind === 'front') return only(open, (_x, y) => y > 8)
  if (kind === 'tooth') return only(open, (x, y) => x * side > 17 && y > -13 && y < -3)
  return scanned
}

/** A block under the teeth, as a model that is trimmed for a show case has. */
export function plinth(jaw: Jaw): Surface {
  const outline: [number, number][] = [
    [-34, -26],
    [34, -26],
    [36, -6],
    [16, 27],
    [-16, 27],
    [-36, -6],
  ]
  const [near, far] = jaw === 'upper' ? [17, 32] : [-14, -29]
  const points = outline.flatMap(([x, y]) => [x, y, near, x, y, far])
  const facets: number[] = []
  const corners = outline.length
  for (let side = 0; side < corners; side++) {
    const [a, b] = [side * 2, side * 2 + 1]
    const [c, d] = [((side + 1) % corners) * 2, ((side + 1) % corners) * 2 + 1]
    facets.push(a, b, c, b, d, c)
    if (side > 1) facets.push(0, side * 2 - 2, side * 2, 1, side * 2 + 1, side * 2 - 1)
  }
  // Outwards: what is near in an upper jaw is below.
  if (jaw === 'upper')
    for (let at = 0; at < facets.length; at += 3) facets.splice(at, 3, facets[at]!, facets[at + 2]!, facets[at + 1]!)
  return { positions: new Float32Array(points), indices: new Uint32Array(facets) }
}

/** What lies at places that pass; points that no facet needs are left out. */
export function only({ positions, indices }: Surface, passes: (x: number, y: number, z: number) => boolean): Surface {
  const numbers = new Map<number, number>()
  const points: number[] = []
  const kept: number[] = []
  for (let at = 0; at < indices.length; at += 3) {
    const facet = [...indices.subarray(at, at + 3)]
    if (!facet.every((v) => passes(positions[v * 3]!, positions[v * 3 + 1]!, positions[v * 3 + 2]!))) continue
    for (const vertex of facet) {
      if (!numbers.has(vertex)) {
        numbers.set(vertex, points.length / 3)
        points.push(...positions.subarray(vertex * 3, vertex * 3 + 3))
      }
      kept.push(numbers.get(vertex)!)
    }
  }
  return { positions: new Float32Array(points), indices: new Uint32Array(kept) }
}

/** Any rotation, all alike (K. Shoemake, "Uniform random rotations", 1992). */
export function anyRotation(chance: () => number): Rotation {
  const [a, b, c] = [chance(), chance() * 2 * Math.PI, chance() * 2 * Math.PI]
  const [x, y, z, w] = [
    Math.sqrt(1 - a) * Math.sin(b),
    Math.sqrt(1 - a) * Math.cos(b),
    Math.sqrt(a) * Math.sin(c),
    Math.sqrt(a) * Math.cos(c),
  ] as const
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ]
}

export type Way = { rotation: Rotation; offset: readonly [number, number, number] }

/** Any rotation, and up to 300 mm away along each axis. */
export function anyWay(chance: () => number): Way {
  const far = () => (chance() - 0.5) * 600
  return { rotation: anyRotation(chance), offset: [far(), far(), far()] }
}

/** The 24 ways in which the axes of a file can be named. */
export const AXIS_WAYS: readonly Rotation[] = [0, 1, 2].flatMap((first) =>
  [1, 2].flatMap((step) =>
    [1, -1].flatMap((sign) =>
      [1, -1].map((other): Rotation => {
        const second = (first + step) % 3
        const unit = (axis: number, value: number) =>
          [0, 1, 2].map((each) => (each === axis ? value : 0)) as [number, number, number]
        const [a, b] = [unit(first, sign), unit(second, other)]
        return [a, b, [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]]
      }),
    ),
  ),
)

export function moved(surface: Surface, { rotation, offset }: Way): Surface {
  const turned = rotated(surface.positions, rotation)
  return { ...surface, positions: turned.map((value, at) => value + offset[at % 3]!) }
}
