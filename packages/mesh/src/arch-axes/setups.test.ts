import { describe, expect, it, vi } from 'vitest'
import { anyWay, moved } from '../../test/mouths.ts'
import { setupPair, SETUPS } from '../../test/setups.ts'
import { biteOfSurfaces } from '../bite/bite.ts'
import { turnedOver } from '../facing-outwards.ts'
import { checkScan, guessArchAxes, guessJaw, type Jaw, type Surface, toBinaryStl } from '../index.ts'
import { randomSource } from '../synthetic-arch/random.ts'

/** Whole arches of a setup at stages of it, of five mouths in the long run, of one at one of them else. */
const long = process.env.LONG === '1'
vi.setConfig({ testTimeout: long ? 900_000 : 60_000 })
const seeds = long ? [211, 212, 213, 214, 215] : [211]
const stages = [0.2, 0.9]
const jaws: Jaw[] = ['upper', 'lower']
const over = (surface: Surface): Surface => ({ ...surface, indices: turnedOver(surface.indices) })
const remarksOf = (surface: Surface) =>
  (['scan', 'setup'] as const).flatMap((as) =>
    checkScan(toBinaryStl(surface), as)
      .report.findings.filter(({ code }) => code.endsWith('inside_out'))
      .map(({ code, severity }) => `${as} ${severity} ${code}`),
  )

describe.each(SETUPS)('%s, at stages of a setup and in any rotation,', (setup) => {
  const chance = randomSource(77)
  const some = long ? stages : [stages[SETUPS.indexOf(setup) % stages.length]!]
  const pairs = seeds.flatMap((seed) => some.map((stage) => setupPair(seed, stage, setup)))

  it('is not called inside out, and is where it is', () => {
    for (const pair of pairs)
      for (const jaw of jaws) {
        const arch = moved(pair[jaw], anyWay(chance))
        expect(guessArchAxes(arch)).toMatchObject({ insideOut: false, insideOutSure: false })
        expect(remarksOf(arch)).toEqual([])
        expect(guessArchAxes(over(arch))).toMatchObject({ insideOut: true, insideOutSure: true })
        expect(remarksOf(over(arch))).toEqual(['scan warn inside_out', 'setup warn inside_out'])
        expect(guessJaw(over(arch))).toBe(guessJaw(arch))
      }
  })

  it('bites where it has teeth, but not while one arch is inside out', () => {
    const bites = setup === 'base alone' ? 'unsure' : 'in_bite'
    for (const { upper, lower } of pairs) {
      const way = anyWay(chance)
      expect(biteOfSurfaces(moved(upper, way), moved(lower, way)).answer).toBe(bites)
      // Inside out they are shown as they lie, and no figure of theirs counts.
      expect(biteOfSurfaces(moved(over(upper), way), moved(lower, way)).answer).toBe('unsure')
    }
  })
})
