import { describe, expect, it, vi } from 'vitest'
import { type Apart, laidApart, roughStart, wrongBy } from '../../test/bite-scans.ts'
import { closedPair, type Pair, type Relation, RELATIONS, scanned } from '../../test/mouth-pairs.ts'
import { only } from '../../test/mouths.ts'
import { type Surface, syntheticBiteScan } from '../index.ts'
import { type Side, SIDES } from '../synthetic-arch/bite-scan.ts'
import { type BiteScanFit, fitBiteScan, type Unsure } from './bite-scan.ts'

/** Thresholds were set on mouths of seeds 401 to 440; of these 24 in the long run, 2 else. */
const long = process.env.LONG === '1'
vi.setConfig({ testTimeout: long ? 1_800_000 : 60_000 })
const seeds = Array.from({ length: long ? 24 : 2 }, (_, at) => 501 + at)
const casts = seeds.map((seed) => closedPair(seed))
const arches: Pair[] = casts.map((pair) => scanned(pair))
const EMPTY: Surface = { positions: new Float32Array(), indices: new Uint32Array() }
/** In the long run from every side, else each mouth from another. */
const looks = seeds.flatMap((seed, mouth) =>
  (long ? SIDES : [SIDES[mouth % SIDES.length]!]).map((side) => ({ seed, mouth, side })),
)
type Look = (typeof looks)[number]

const biteOf = ({ seed, mouth, side }: Look): Surface => syntheticBiteScan(casts[mouth]!, { side, seed })
const apart = (look: Look, own?: Parameters<typeof laidApart>[3]): Apart =>
  laidApart(biteOf(look), arches[look.mouth]!, look.seed, own)

const fit = ({ bite, upper, lower }: Apart) => fitBiteScan(bite, upper, lower)
const isFound = (answer: BiteScanFit | Unsure): answer is BiteScanFit => !('unsure' in answer)

/** That an answer, if any, is right; whether there is one. */
function right(answer: BiteScanFit | Unsure, { truth, lower }: Apart, name: string): boolean {
  if (!isFound(answer)) return false
  const { teeth, turn } = wrongBy(answer, truth, lower)
  expect(teeth, name).toBeLessThan(0.3)
  expect(turn, name).toBeLessThan(1)
  return true
}
const nameOf = ({ seed, side }: Look) => `seed ${seed}, ${side}`
const share = (answers: readonly boolean[]) => answers.filter(Boolean).length / answers.length

describe('a scan of the closed mouth', () => {
  it('brings both arches to their bite, each in any coordinates; what it leaves open is unsure, never wrong', () => {
    // The other mouth of the short run is laid by hand below.
    const found = (long ? looks : looks.slice(0, 1)).map((look) => {
      const files = apart(look)
      return right(fit(files), files, nameOf(look))
    })
    expect(share(found)).toBeGreaterThanOrEqual(0.6)
  })

  it('that lies in the coordinates of one arch, or of both, does so as well', () => {
    const places = [
      { bite: false, upper: false, lower: false },
      { bite: false, upper: false, lower: true },
      { bite: false, upper: true, lower: false },
    ]
    for (const own of long ? places : places.slice(0, 2)) {
      const some = long ? looks.slice(0, 24) : looks.slice(0, 1)
      const found = some.map((look) => {
        const files = apart(look, own)
        return right(fit(files), files, nameOf(look))
      })
      expect(share(found)).toBeGreaterThanOrEqual(0.6)
    }
  })

  it('is found from a start by hand, up to 3 mm and 8 degrees off', () => {
    const some = long ? looks : looks.slice(1, 2)
    const found = some.map((look) => {
      const files = apart(look)
      const near = roughStart(files, look.seed)
      return right(fitBiteScan(files.bite, files.upper, files.lower, near), files, nameOf(look))
    })
    expect(share(found)).toBeGreaterThanOrEqual(0.6)
  })

  it.runIf(long)(
    'with swapped labels brings both to their bite as well: which jaw is which is another question',
    () => {
      for (const look of looks.slice(0, 10)) {
        const files = apart(look)
        const answer = fitBiteScan(files.bite, files.lower, files.upper)
        if (isFound(answer)) right({ ...answer, upper: answer.lower, lower: answer.upper }, files, nameOf(look))
      }
    },
  )

  it.runIf(long).each(Object.keys(RELATIONS) as Relation[])('%s, permanent and deciduous', (relation) => {
    for (const dentition of ['permanent', 'deciduous'] as const) {
      const found = [531, 532, 533, 534].flatMap((seed) => {
        const pair = closedPair(seed, relation, dentition)
        return SIDES.map((side: Side) => {
          const files = laidApart(syntheticBiteScan(pair, { side, seed }), scanned(pair), seed)
          return right(fit(files), files, `${relation}, ${dentition}, seed ${seed}, ${side}`)
        })
      })
      expect(share(found)).toBeGreaterThanOrEqual(0.2)
    }
  })
})

describe('unsure is', () => {
  it('a bite scan of another mouth, or one of which only one arch is here', () => {
    const others = looks.flatMap((look) => {
      const other = arches[(look.mouth + 1) % arches.length]!
      const own = arches[look.mouth]!
      const pairs = [other, { upper: own.upper, lower: other.lower }, { upper: other.upper, lower: own.lower }]
      return (long ? pairs : pairs.slice(look.mouth, 1)).map((pair) => laidApart(biteOf(look), pair, look.seed))
    })
    for (const files of others) expect(fit(files)).toHaveProperty('unsure')
  })

  it('a scan that shows one jaw only: the other one', () => {
    const some = long ? looks.slice(0, 20) : looks.slice(0, 1)
    for (const look of some) {
      const bite = syntheticBiteScan({ upper: casts[look.mouth]!.upper, lower: EMPTY }, look)
      const answer = fit(laidApart(bite, arches[look.mouth]!, look.seed))
      expect(['lower', 'both']).toContain(isFound(answer) ? null : answer.unsure)
    }
  })

  it('a scan that is inside out, tiny, flat or empty, and arches that are', () => {
    const look = looks[0]!
    const { bite, upper, lower } = apart(look)
    const turnedOver = (surface: Surface): Surface => ({ ...surface, indices: surface.indices.toReversed() })
    const [x, y, z] = bite.positions
    const tiny = only(bite, (a, b, c) => Math.hypot(a - x!, b - y!, c - z!) < 5)
    const flat: Surface = { ...bite, positions: bite.positions.map((value, at) => (at % 3 === 2 ? 0 : value)) }
    for (const odd of [turnedOver(bite), tiny, flat, EMPTY, ...(long ? [upper] : [])])
      expect(fitBiteScan(odd, upper, lower)).toHaveProperty('unsure')
    expect(fitBiteScan(bite, EMPTY, lower)).toEqual({ unsure: 'upper' })
    expect(fitBiteScan(bite, upper, EMPTY)).toEqual({ unsure: 'lower' })
    expect(fitBiteScan(bite, EMPTY, EMPTY)).toEqual({ unsure: 'both' })
    expect(fitBiteScan(bite, turnedOver(upper), lower)).toHaveProperty('unsure')
  })
})
