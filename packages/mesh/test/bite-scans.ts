import { inverse, joined, movedPoint, type RigidMove, turning } from '../src/best-fit.ts'
import type { Surface, Vector3 } from '../src/index.ts'
import { gauss, randomSource } from '../src/synthetic-arch/random.ts'
import type { Pair } from './mouth-pairs.ts'
import { anyWay, moved } from './mouths.ts'

/** Of arches, mm: their corners lie far from each other here, and do not share it with neighbors that a real scan has. */
const ARCH_NOISE = 0.005

/** Three files in coordinates of their own, and what brings the arches to the bite scan. */
export type Apart = Pair & { bite: Surface; truth: { upper: RigidMove; lower: RigidMove } }

/** Lays a bite scan and both arches each its own way; arches get noise of their own. */
export function laidApart(
  bite: Surface,
  pair: Pair,
  seed: number,
  own = { bite: true, upper: true, lower: true },
): Apart {
  const chance = randomSource(seed * 7 + 5)
  const still = {
    rotation: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    offset: [0, 0, 0],
  } satisfies RigidMove
  const way = (isOwn: boolean) => (isOwn ? (anyWay(chance) as RigidMove) : still)
  const [biteWay, upperWay, lowerWay] = [way(own.bite), way(own.upper), way(own.lower)]
  const rough = ({ positions, indices }: Surface): Surface => ({
    positions: positions.map((value) => value + ARCH_NOISE * gauss(chance)),
    indices,
  })
  return {
    bite: moved(bite, biteWay),
    upper: moved(rough(pair.upper), upperWay),
    lower: moved(rough(pair.lower), lowerWay),
    truth: { upper: joined(biteWay, inverse(upperWay)), lower: joined(biteWay, inverse(lowerWay)) },
  }
}

type Moves = { upper: RigidMove; lower: RigidMove }

/**
 * How far the lower arch is from where it belongs to the upper one: at the tooth that is farthest off, mm, and by how many
 * degrees it is turned.
 */
export function wrongBy(found: Moves, truth: Moves, lower: Surface): { teeth: number; turn: number } {
  const [ours, theirs] = [found, truth].map((moves) => joined(inverse(moves.upper), moves.lower)) as [
    RigidMove,
    RigidMove,
  ]
  let teeth = 0
  const { positions } = lower
  for (let at = 0; at < positions.length; at += 30) {
    const place = [positions[at]!, positions[at + 1]!, positions[at + 2]!] as const
    const [a, b] = [movedPoint(ours, ...place), movedPoint(theirs, ...place)]
    teeth = Math.max(teeth, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]))
  }
  const { rotation } = joined(ours, inverse(theirs))
  const cosine = (rotation[0][0] + rotation[1][1] + rotation[2][2] - 1) / 2
  return { teeth, turn: (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI }
}

/** Where a hand brings both arches by three points: up to 3 mm and 8 degrees from where they belong. */
export function roughStart({ bite, truth }: Apart, seed: number): Moves {
  const chance = randomSource(seed * 17 + 3)
  const middle = [0, 1, 2].map((axis) => {
    let sum = 0
    for (let at = axis; at < bite.positions.length; at += 3) sum += bite.positions[at]!
    return (sum * 3) / bite.positions.length
  }) as Vector3
  const rough = (move: RigidMove): RigidMove => {
    const [around, by, way] = [direction(chance), 8 * chance(), direction(chance)]
    const rotation = turning(around.map((value) => (value * by * Math.PI) / 180) as Vector3)
    const back = movedPoint({ rotation, offset: [0, 0, 0] }, ...middle)
    const far = 3 * chance()
    return joined(
      { rotation, offset: [0, 1, 2].map((at) => middle[at]! - back[at]! + far * way[at]!) as Vector3 },
      move,
    )
  }
  return { upper: rough(truth.upper), lower: rough(truth.lower) }
}

function direction(chance: () => number): Vector3 {
  const [x, y, z] = [gauss(chance), gauss(chance), gauss(chance)]
  const length = Math.hypot(x, y, z) || 1
  return [x / length, y / length, z / length]
}
