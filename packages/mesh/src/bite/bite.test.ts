import { describe, expect, it, vi } from 'vitest'
import { closedPair, type Pair, RELATIONS, type Relation, scanned } from '../../test/mouth-pairs.ts'
import { anyWay, archOf, moved, only, plinth, type Way } from '../../test/mouths.ts'
import { together } from '../../test/shapes.ts'
import { type ArchAxes, guessArchAxes, type Rotation, type Surface } from '../index.ts'
import { randomSource } from '../synthetic-arch/random.ts'
import { biteOf, biteOfSurfaces, type LyingArch } from './bite.ts'

/** Thresholds were set on mouths of seeds below 200; of these 21 in the long run, 2 else. */
const long = process.env.LONG === '1'
vi.setConfig({ testTimeout: long ? 900_000 : 60_000 })
const seeds = Array.from({ length: long ? 21 : 2 }, (_, at) => 301 + at)
const casts = closedPair(331)
const mouths: Pair[] = seeds.map((seed) => scanned(closedPair(seed)))
/** What is asked of one mouth else. */
const some = long ? mouths : mouths.slice(0, 1)
const axesOf = new WeakMap<Surface, ArchAxes>()
/** An arch with its axes: most tests change one of a mouth, and the other one was looked at before. */
function lying(surface: Surface): LyingArch {
  const axes = axesOf.get(surface) ?? guessArchAxes(surface)
  axesOf.set(surface, axes)
  return { surface, axes }
}

const still: Rotation = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]
const by = (x: number, y: number, z: number): Way => ({ rotation: still, offset: [x, y, z] })
/** Half a turn about the line from right to left: what hangs down stands up. */
const over: Rotation = [
  [1, 0, 0],
  [0, -1, 0],
  [0, 0, -1],
]
const answers = (change: (pair: Pair) => Pair) =>
  some.map((pair) => {
    const { upper, lower } = change(pair)
    return biteOf(lying(upper), lying(lower)).answer
  })
const all = (answer: string) => some.map(() => answer)

describe('arches that were scanned in their bite', () => {
  it('are found to be, in whatever rotation and place both files lie', () => {
    for (const [at, { upper, lower }] of mouths.entries()) {
      const way = anyWay(randomSource(seeds[at]!))
      expect(biteOfSurfaces(moved(upper, way), moved(lower, way)), `seed ${seeds[at]}`).toMatchObject({
        answer: 'in_bite',
      })
    }
  })

  it.each(Object.keys(RELATIONS) as Relation[])('%s, scans and casts', (relation) => {
    const pair = relation === 'usual' ? casts : closedPair(331, relation)
    // Scans of usual mouths are those above.
    for (const { upper, lower } of long ? [pair, scanned(pair)] : [relation === 'usual' ? pair : scanned(pair)])
      expect(biteOfSurfaces(upper, lower), relation).toMatchObject({ answer: 'in_bite' })
  })

  it('models with trimmed bases', () => {
    const { upper, lower } = long ? closedPair(333) : casts
    const models = { upper: together(upper, plinth('upper')), lower: together(lower, plinth('lower')) }
    const way = anyWay(randomSource(2))
    expect(biteOfSurfaces(moved(models.upper, way), moved(models.lower, way))).toMatchObject({ answer: 'in_bite' })
  })

  it('those of a child, and in inches', () => {
    const { upper, lower } = scanned(closedPair(332, 'usual', 'deciduous'))
    expect(biteOfSurfaces(upper, lower)).toMatchObject({ answer: 'in_bite' })
    const inches = (surface: Surface): Surface => ({
      ...surface,
      positions: surface.positions.map((value) => value / 25.4),
    })
    expect(biteOfSurfaces(inches(mouths[0]!.upper), inches(mouths[0]!.lower)).answer).toBe('in_bite')
    expect(biteOfSurfaces(inches(mouths[0]!.upper), mouths[0]!.lower).answer).toBe('apart')
  })

  it('which were registered a little too high or too low', () => {
    for (const height of [-0.25, 0.25])
      expect(answers(({ upper, lower }) => ({ upper, lower: moved(lower, by(0, 0, height)) }))).toEqual(all('in_bite'))
  })

  it('with swapped labels are in the bite as well: which jaw is which is another question', () => {
    expect(answers(({ upper, lower }) => ({ upper: lower, lower: upper }))).toEqual(all('in_bite'))
  })
})

describe('what the shape leaves open is unsure:', () => {
  it('arches three millimeters apart', () => {
    expect(answers(({ upper, lower }) => ({ upper, lower: moved(lower, by(0, 0, -3)) }))).toEqual(all('unsure'))
  })

  it('quadrants, if they are not in the bite', () => {
    for (const answer of answers(({ upper, lower }) => ({
      upper: only(upper, (x) => x > 1),
      lower: only(lower, (x) => x > 1),
    })))
      expect(['in_bite', 'unsure']).toContain(answer)
  })

  it('jaws without teeth', () => {
    expect(biteOfSurfaces(archOf('upper', 340, 'edentulous'), archOf('lower', 340, 'edentulous')).answer).toBe('unsure')
  })

  it('a pair that is inside out, or mirrored with its winding left as it was', () => {
    const { upper, lower } = mouths[1]!
    const mirrored = (surface: Surface): Surface => ({
      ...surface,
      positions: surface.positions.map((value, at) => (at % 3 === 0 ? -value : value)),
    })
    expect(biteOfSurfaces(mirrored(upper), mirrored(lower)).answer).toBe('unsure')
  })
})

describe('apart are', () => {
  it('models that both stand teeth up in one place', () => {
    expect(
      answers(({ upper, lower }) => ({ upper: moved(upper, { rotation: over, offset: [0, 0, 0] }), lower })),
    ).toEqual(all('apart'))
  })
  it('what passes through itself, also where its shape leaves open how it lies', () => {
    for (const [at, { upper, lower }] of some.entries())
      for (const rotation of [over, still])
        for (const height of [0, 4]) {
          if (rotation === still && height === 0) continue
          const unclear = (surface: Surface): LyingArch => {
            const arch = lying(surface)
            return { ...arch, axes: { ...arch.axes, sure: { teeth: false, anterior: false } } }
          }
          const turned = unclear(moved(upper, { rotation, offset: [0, 0, -height] }))
          for (const other of [unclear(lower), lying(lower)])
            expect(biteOf(turned, other).answer, `seed ${seeds[at]}, ${height} mm`).toBe('apart')
        }
  })
  it('a mouth opened like a book', () => {
    expect(
      answers(({ upper, lower }) => ({ upper: moved(upper, { rotation: over, offset: [0, 60, 0] }), lower })),
    ).toEqual(all('apart'))
  })
  it('arches side by side', () => {
    expect(answers(({ upper, lower }) => ({ upper: moved(upper, by(75, 0, 0)), lower }))).toEqual(all('apart'))
  })
  it('two scans of one jaw', () => {
    expect(answers(({ lower }) => ({ upper: lower, lower }))).toEqual(all('apart'))
    expect(answers(({ upper }) => ({ upper, lower: upper }))).toEqual(all('apart'))
  })
})

it('a file with both jaws bites with no other', () => {
  const { upper, lower } = mouths[0]!
  expect(biteOfSurfaces(together(upper, lower), lower).answer).not.toBe('in_bite')
})

it('no upper arch is said to bite with the lower one of another mouth: in own frames, and in one that both share', () => {
  const chance = randomSource(4711)
  const known = mouths.map(({ upper, lower }) => ({ upper: lying(upper), lower: lying(lower) }))
  const pairs = known.flatMap((mouth, at) =>
    known.flatMap((other, place) => (at === place ? [] : [[mouth.upper, other.lower] as const])),
  )
  const tried = pairs.slice(0, 200)
  expect(tried).toHaveLength(long ? 200 : 2)
  for (const [upper, lower] of tried) {
    expect(biteOf(upper, lower).answer).not.toBe('in_bite')
    const apart = [upper, lower].map(({ surface }) => lying(moved(surface, anyWay(chance)))) as [LyingArch, LyingArch]
    expect(biteOf(...apart).answer).not.toBe('in_bite')
  }
})
