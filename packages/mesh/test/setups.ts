import { closedBite } from '../src/synthetic-arch/closed-bite.ts'
import { placeTeeth } from '../src/synthetic-arch/placed-teeth.ts'
import { toothDistance } from '../src/synthetic-arch/tooth-field.ts'
import { type Jaw, type Surface, syntheticArch } from '../src/index.ts'
import { up } from './mouths.ts'
import { together } from './shapes.ts'

/** What programs for aligners write of an arch: the base alone, or with its teeth, each by itself, open or closed below. */
export const SETUPS = ['base alone', 'base and open teeth', 'base and closed teeth'] as const
export type Setup = (typeof SETUPS)[number]

const triangles = 16_000
/** A facet is of a tooth, or of the gum, when its middle is no farther in the crown, or from all of them; mm. */
const OF_TOOTH = 0.05
const OF_GUM = 0.25
/** Above this a crown ends where its neighbor starts, mm under the chewing surfaces. */
const SEAM = -5
/** How far the root of a closed tooth reaches under its crown, mm. */
const ROOT = 1.5
/** Where a base ends, under the tips of the teeth, mm: such files have no more gum than aligners need. */
const BASE = 11

/** By how much a tooth by itself is smaller than in the arch, as a share. */
const SMALLER = 0.002

const LOOSE = -2
const GUM = -1

/** Of each facet of an arch: the number of its tooth, `GUM`, or `LOOSE` for the seam between them, which is cut away. */
function partsOf({ positions, indices }: Surface, jaw: Jaw, seed: number, alignment: number): Int8Array {
  const { teeth } = placeTeeth(jaw, seed, alignment, 'permanent')
  return Int8Array.from({ length: indices.length / 3 }, (_, facet) => {
    const [x, y, z] = [0, 1, 2].map(
      (axis) => [0, 1, 2].reduce((sum, corner) => sum + positions[indices[facet * 3 + corner]! * 3 + axis]!, 0) / 3,
    ) as [number, number, number]
    const height = z * up(jaw)
    const away = teeth.map((tooth) => toothDistance(tooth, x, y, height))
    const nearest = away.indexOf(Math.min(...away))
    // What lies under the gum is the cast, however deep the crowns are said to be there.
    if (away[nearest]! > OF_GUM || height < -11) return GUM
    // Between neighbors the seam would cut into their chewing surfaces.
    return away[nearest]! < OF_TOOTH || height > SEAM ? nearest : LOOSE
  })
}

/** The facets of one part, in points of their own; a tooth by a hair smaller, so that it shares no place with its neighbors. */
function part({ positions, indices }: Surface, parts: Int8Array, which: number): Surface {
  const numbers = new Map<number, number>()
  const points: number[] = []
  const kept: number[] = []
  for (let at = 0; at < indices.length; at++) {
    if (parts[Math.floor(at / 3)] !== which) continue
    const vertex = indices[at]!
    if (!numbers.has(vertex)) {
      numbers.set(vertex, points.length / 3)
      points.push(...positions.subarray(vertex * 3, vertex * 3 + 3))
    }
    kept.push(numbers.get(vertex)!)
  }
  const middle = [0, 1, 2].map((axis) => points[axis] ?? 0)
  const smaller = points.map((value, at) => (which === GUM ? value : value + SMALLER * (middle[at % 3]! - value)))
  return { positions: new Float32Array(smaller), indices: new Uint32Array(kept) }
}

/** A crown with a root: each open edge is joined to a place under it. */
function closedBelow(crown: Surface, jaw: Jaw): Surface {
  const edges = new Set<string>()
  const { positions, indices } = crown
  for (let at = 0; at < indices.length; at += 3)
    for (let corner = 0; corner < 3; corner++) edges.add(`${indices[at + corner]} ${indices[at + ((corner + 1) % 3)]}`)
  const open = [...edges].map((edge) => edge.split(' ').map(Number)).filter(([a, b]) => !edges.has(`${b} ${a}`))
  const middle = [0, 1, 2].map((axis) => open.reduce((sum, [a]) => sum + positions[a! * 3 + axis]!, 0) / open.length)
  const tip = positions.length / 3
  return {
    positions: Float32Array.of(...positions, middle[0]!, middle[1]!, middle[2]! - ROOT * up(jaw)),
    indices: Uint32Array.of(...indices, ...open.flatMap(([a, b]) => [b!, a!, tip])),
  }
}

function setupOf(arch: Surface, parts: Int8Array, jaw: Jaw, setup: Setup): Surface {
  const base = part(arch, parts, GUM)
  for (let at = 2; at < base.positions.length; at += 3)
    base.positions[at] = up(jaw) * Math.max(-BASE, up(jaw) * base.positions[at]!)
  if (setup === 'base alone') return base
  const teeth = [...new Set(parts)].filter((which) => which >= 0).map((which) => part(arch, parts, which))
  return together(base, ...(setup === 'base and open teeth' ? teeth : teeth.map((tooth) => closedBelow(tooth, jaw))))
}

/** Both arches at a stage in their bite, and their parts: every setup of the stage is made of them. */
function stageOf(seed: number, alignment: number) {
  const [upper, lower] = (['upper', 'lower'] as const).map((jaw) => syntheticArch({ jaw, seed, alignment, triangles }))
  // Numbers of facets stay when the mouth closes.
  return {
    upper: { arch: upper!, parts: partsOf(upper!, 'upper', seed, alignment) },
    lower: { arch: closedBite(upper!, lower!), parts: partsOf(lower!, 'lower', seed, alignment) },
  }
}

const stages = new Map<string, ReturnType<typeof stageOf>>()

/** Both arches of a setup in their bite, in the axes of `syntheticArch`, at a stage from 0 to 1. */
export function setupPair(seed: number, alignment: number, setup: Setup): Record<Jaw, Surface> {
  const name = `${seed} ${alignment}`
  const { upper, lower } = stages.get(name) ?? stageOf(seed, alignment)
  stages.set(name, { upper, lower })
  return {
    upper: setupOf(upper.arch, upper.parts, 'upper', setup),
    lower: setupOf(lower.arch, lower.parts, 'lower', setup),
  }
}
