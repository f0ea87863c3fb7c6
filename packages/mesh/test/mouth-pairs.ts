import { type Jaw, type Surface, syntheticArch } from '../src/index.ts'
import { randomSource } from '../src/synthetic-arch/random.ts'
import { closedBite } from '../src/synthetic-arch/closed-bite.ts'
import { only, up } from './mouths.ts'

/** Fine enough that facets worn into each other meet to a tenth of a millimeter. */
const triangles = 16_000

export type Pair = { upper: Surface; lower: Surface }

/** How the lower jaw stands to the upper one before the mouth closes. */
export const RELATIONS = {
  usual: { forward: 0, wide: 1 },
  'edge to edge': { forward: 3, wide: 1 },
  'deep bite': { forward: -2.5, wide: 1 },
  'cross bite': { forward: 0, wide: 1.13 },
} as const
export type Relation = keyof typeof RELATIONS

/** Waves by which every mouth is shaped its own way: how far, mm, and over what length, mm. */
const WAVES = 8
const AMPLITUDE = 0.45
const LENGTHS = [14, 40] as const

/**
 * Casts of both jaws of one mouth, closed, in the axes of `syntheticArch`. Mouths differ as patients do: in size by up to a
 * sixth in each direction, and by waves that bend both jaws alike. Else ideal arches would be the same in every mouth.
 */
export function closedPair(
  seed: number,
  relation: Relation = 'usual',
  dentition: 'permanent' | 'deciduous' = 'permanent',
): Pair {
  const chance = randomSource(seed * 977)
  const size = [0, 1, 2].map(() => 0.92 + 0.16 * chance())
  const alignment = chance()
  const { forward, wide } = RELATIONS[relation]
  const waves = Array.from({ length: WAVES }, () => {
    const length = LENGTHS[0] + chance() * (LENGTHS[1] - LENGTHS[0])
    const turn = chance() * 2 * Math.PI
    const number = (2 * Math.PI) / length
    const way = [chance() - 0.5, chance() - 0.5, chance() - 0.5].map((value) => value * 2 * AMPLITUDE)
    return { way, along: [Math.cos(turn) * number, Math.sin(turn) * number], phase: chance() * 2 * Math.PI }
  })
  const bent = (positions: Float32Array): Float32Array =>
    positions.map((value, at) => {
      const [x, y] = [positions[at - (at % 3)]!, positions[at - (at % 3) + 1]!]
      return waves.reduce(
        (sum, { way, along, phase }) => sum + way[at % 3]! * Math.sin(along[0]! * x + along[1]! * y + phase),
        value,
      )
    })
  const arch = (jaw: Jaw, across: number, along: number): Surface => {
    const { positions, indices } = syntheticArch({ jaw, seed, alignment, triangles, dentition })
    const stretch = [size[0]! * across, size[1]!, size[2]!]
    const shift = [0, along, 0]
    return { positions: bent(positions.map((value, at) => value * stretch[at % 3]! + shift[at % 3]!)), indices }
  }
  const upper = arch('upper', 1, 0)
  return { upper, lower: closedBite(upper, arch('lower', wide, forward)) }
}

/** What an intraoral scanner sees of both: the teeth and some gum. */
export const scanned = ({ upper, lower }: Pair, depth = 11): Pair => ({
  upper: only(upper, (_x, _y, z) => z * up('upper') > -depth),
  lower: only(lower, (_x, _y, z) => z * up('lower') > -depth),
})
