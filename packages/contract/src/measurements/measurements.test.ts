import { describe, expect, it } from 'vitest'
import { boltonOf } from './bolton.ts'
import { angleOf, distanceOf, figureOf, figureWords, type Point } from './geometry.ts'
import { tableOf, type Figure } from './table.ts'
import { boltonTeeth, jawOfTooth, toothName } from './teeth.ts'
import { boltonWords, measurementWords } from './words.ts'

describe('geometry', () => {
  it('distances and angles are those of school', () => {
    expect(distanceOf([0, 0, 0], [3, 4, 12])).toBe(13)
    expect(angleOf([1, 0, 0], [0, 0, 0], [0, 5, 0])).toBeCloseTo(90, 10)
    expect(angleOf([2, 2, 0], [0, 0, 0], [9, 0, 0])).toBeCloseTo(45, 10)
    expect(angleOf([1, 1, 1], [0, 0, 0], [-2, -2, -2])).toBeCloseTo(180, 5)
    expect(angleOf([1, 1, 1], [1, 1, 1], [2, 2, 2])).toBeNull()
  })

  it('turning and moving the scan changes no figure', () => {
    const turned = ([x, y, z]: Point): Point => [0.6 * x - 0.8 * y + 7, 0.8 * x + 0.6 * y - 3, z + 11]
    const points: Point[] = [
      [1, 2, 3],
      [-4, 0.5, 9],
      [2, -7, 1],
    ]
    const [a, b, c] = points as [Point, Point, Point]
    expect(distanceOf(turned(a), turned(b))).toBeCloseTo(distanceOf(a, b), 10)
    expect(angleOf(turned(a), turned(b), turned(c))).toBeCloseTo(angleOf(a, b, c)!, 10)
  })

  it('a figure is what people read: hundredths of a millimeter, tenths of a degree', () => {
    const origin: Point = [0, 0, 0]
    expect(figureOf('tooth_size', [origin, [8.5678, 0, 0]])).toBe(8.57)
    expect(figureOf('angle', [[1, 0, 0], origin, [2, 1, 0]])).toBe(26.6)
    expect(figureOf('angle', [[1, 0, 0], origin, [2, 0, 0]])).toBe(0)
    expect(figureWords('distance', 8.5)).toBe('8.50 mm')
    expect(figureWords('angle', 90)).toBe('90.0°')
  })

  it('there is none while points are missing or lie together', () => {
    const origin: Point = [0, 0, 0]
    expect(figureOf('distance', [origin])).toBeNull()
    expect(figureOf('angle', [[1, 0, 0], origin])).toBeNull()
    expect(figureOf('distance', [origin, [0.004, 0, 0]])).toBeNull()
    expect(figureOf('angle', [[1, 0, 0], origin, origin])).toBeNull()
  })
})

describe('teeth', () => {
  it('have the names of the Universal numbering', () => {
    expect([1, 6, 8, 9, 16].map(toothName)).toEqual([
      'upper right third molar',
      'upper right canine',
      'upper right central incisor',
      'upper left central incisor',
      'upper left third molar',
    ])
    expect([17, 19, 24, 25, 32].map(toothName)).toEqual([
      'lower left third molar',
      'lower left first molar',
      'lower left central incisor',
      'lower right central incisor',
      'lower right third molar',
    ])
    expect([16, 17].map(jawOfTooth)).toEqual(['upper', 'lower'])
  })
})

/** Sizes that add up: every tooth of a group is as wide as the others. */
const even = (ratio: 'anterior' | 'overall', upper: number, lower: number) =>
  new Map(
    (['upper', 'lower'] as const).flatMap((jaw) =>
      boltonTeeth[ratio][jaw].map(
        (tooth, _, { length }) => [tooth, (jaw === 'upper' ? upper : lower) / length] as const,
      ),
    ),
  )

describe('Bolton', () => {
  // Rows of the tables in Bolton's paper: the lower sum that fits an upper one.
  it.each([
    ['anterior', 40, 30.9],
    ['anterior', 45, 34.7],
    ['anterior', 50, 38.6],
    ['overall', 85, 77.6],
    ['overall', 94, 85.8],
    ['overall', 110, 100.4],
  ] as const)('%s: upper %d fits lower %d', (ratio, upper, lower) => {
    const { found } = boltonOf(ratio, even(ratio, upper, lower))
    expect(found!.usual).toBe(true)
    expect(found!.excess?.by ?? 0).toBeLessThan(0.06)
    expect(found!.ratio).toBeCloseTo(ratio === 'anterior' ? 77.2 : 91.3, 0)
  })

  it('says in which arch there is too much, and how much', () => {
    // 40 / 48 = 83.3 %; 48 · 0.772 = 37.056.
    expect(boltonOf('anterior', even('anterior', 48, 40)).found).toEqual({
      upper: 48,
      lower: 40,
      ratio: 83.3,
      excess: { jaw: 'lower', by: 2.94 },
      usual: false,
    })
    // 88 / 99 = 88.9 %; 88 / 0.913 = 96.386.
    const overall = boltonOf('overall', even('overall', 99, 88))
    expect(overall.found).toEqual({
      upper: 99,
      lower: 88,
      ratio: 88.9,
      excess: { jaw: 'upper', by: 2.61 },
      usual: false,
    })
    expect(boltonWords('overall', overall)).toBe('Excess of 2.61 mm in the upper teeth, beyond one standard deviation')
    expect(boltonOf('anterior', even('anterior', 100, 77.2)).found!.excess).toBeNull()
  })

  it('one standard deviation is still usual, a little more is not', () => {
    expect(boltonOf('anterior', even('anterior', 100, 78.8)).found!.usual).toBe(true)
    expect(boltonOf('anterior', even('anterior', 100, 78.9)).found!.usual).toBe(false)
    expect(boltonOf('overall', even('overall', 100, 89.4)).found!.usual).toBe(true)
    expect(boltonOf('overall', even('overall', 100, 89.3)).found!.usual).toBe(false)
  })

  it('says what is missing', () => {
    const sizes = even('anterior', 48, 36)
    sizes.delete(8)
    sizes.delete(25)
    const anterior = boltonOf('anterior', sizes)
    expect(anterior).toEqual({ needed: 12, missing: [8, 25], found: null })
    expect(boltonWords('anterior', anterior)).toBe('10 of 12 front teeth measured')
    expect(boltonWords('overall', boltonOf('overall', sizes))).toBe(
      '10 of 24 teeth from first molar to first molar measured',
    )
  })
})

it('a table holds upper beside lower, teeth by number, and the rest as it came', () => {
  const figure = (kind: Figure['kind'], jaw: Figure['jaw'], place: Figure['place'], value: number): Figure => ({
    kind,
    jaw,
    place,
    value,
  })
  const distance = figure('distance', null, null, 3.5)
  const upper = figure('arch_width', 'upper', 'canines', 34.12)
  const lower = figure('arch_width', 'lower', 'canines', 26.5)
  const molars = figure('arch_width', 'lower', 'first_molars', 40)
  const [late, early] = [figure('tooth_size', 'upper', 9, 8.4), figure('tooth_size', 'upper', 8, 8.5)]
  const table = tableOf([distance, molars, late, lower, early, upper])
  expect(table.archWidths).toEqual([
    { place: 'canines', upper, lower, difference: 7.62 },
    { place: 'first_molars', upper: null, lower: molars, difference: null },
  ])
  expect(table.toothSizes.map(({ tooth }) => tooth)).toEqual([8, 9])
  expect(table.bolton!.anterior.missing).toHaveLength(10)
  expect(table.others).toEqual([distance])
  expect(tableOf([distance]).bolton).toBeNull()
  expect(measurementWords(upper)).toBe('Arch width, upper canines: 34.12 mm')
  expect(measurementWords(early)).toBe('Tooth size, 8 (upper right central incisor): 8.50 mm')
})
