import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { form, settled } from '../../test/rx-form.ts'
import { changedFields, wordChange } from './modification.ts'
import { ToothEntry } from './schema.ts'
import { allTeeth, toothStates, type Tooth } from './teeth.ts'
import {
  chartRows,
  entryOf,
  isTreated,
  readTeeth,
  sayOf,
  settleTeeth,
  teethChange,
  tidyTeeth,
  toothOfChart,
} from './tooth-chart.ts'
import { toothSets } from './tooth-sets.ts'

const tooth = (number: number, said: Partial<Tooth> = {}): Tooth => ({
  tooth: number,
  state: 'present',
  no_bracket: false,
  bracket_height: null,
  note: '',
  ...said,
})
const setOf = (id: string) => toothSets.find((set) => set.id === id)!
const anyTooth: fc.Arbitrary<Tooth> = fc.record({
  tooth: fc.constantFrom(...allTeeth),
  state: fc.constantFrom(...toothStates.map(({ id }) => id)),
  no_bracket: fc.boolean(),
  bracket_height: fc.option(fc.constantFrom(0.5, 3.7, 4.5, 10)),
  note: fc.constantFrom('', '', ' ', 'Chipped'),
})
const anyChart = fc.uniqueArray(anyTooth, { selector: (entry) => entry.tooth, maxLength: 52 })
const jaws = fc.constantFrom<1 | 2 | 3>(1, 2, 3)

describe('what follows from what is said of a tooth (rx-form/teeth)', () => {
  it.each([
    ['missing', { state: 'missing', no_bracket: true, bracket_height: 4 }, { state: 'missing' }],
    ['to be extracted', { state: 'extract', bracket_height: 4 }, { state: 'extract' }],
    ['not erupted', { state: 'unerupted', no_bracket: true }, { state: 'unerupted' }],
    ['without bracket', { no_bracket: true, bracket_height: 4 }, { no_bracket: true }],
    ['with a height', { bracket_height: 4 }, { bracket_height: 4 }],
    [
      'with a note alone',
      { state: 'missing', bracket_height: 4, note: 'Implant' },
      { state: 'missing', note: 'Implant' },
    ],
  ] as const)('one that is %s', (_, sent, kept) => {
    expect(settleTeeth([tooth(11, sent)], 3)).toEqual([tooth(11, kept)])
  })

  it('an entry that says nothing is none', () => {
    expect(settleTeeth([tooth(11), tooth(12, { note: '  ' }), tooth(55, { state: 'missing' })], 3)).toEqual([])
    // A deciduous tooth is taken to be gone: that it is there is a word.
    expect(settleTeeth([tooth(55)], 3)).toEqual([tooth(55)])
  })

  it('of an arch that is not treated nothing is said of brackets', () => {
    const chart = [tooth(11, { bracket_height: 4 }), tooth(36, { state: 'missing' }), tooth(41, { no_bracket: true })]
    expect(settled({ jaws_id: 1, tooth_chart: chart }).tooth_chart).toEqual([chart[0], chart[1]])
    expect(settled({ jaws_id: 2, tooth_chart: chart }).tooth_chart).toEqual([chart[1], chart[2]])
    expect(settled({ jaws_id: 3, tooth_chart: chart }).tooth_chart).toEqual(chart)
  })

  it('settles once and for all, in the order of the teeth, whatever was sent', () => {
    fc.assert(
      fc.property(anyChart, jaws, (chart, treated) => {
        const once = settleTeeth(chart, treated)
        expect(settleTeeth(once, treated)).toBe(once)
        expect(settleTeeth(chart.toReversed(), treated)).toEqual(once)
        expect(once.map((entry) => allTeeth.indexOf(entry.tooth))).toEqual(
          once.map((entry) => allTeeth.indexOf(entry.tooth)).toSorted((left, right) => left - right),
        )
        for (const entry of once) {
          if (entry.state !== 'present' || !isTreated(entry.tooth, treated))
            expect([entry.no_bracket, entry.bracket_height]).toEqual([false, null])
          expect(ToothEntry.safeParse(entry).success).toBe(true)
        }
      }),
    )
  })

  it('a chart that is stored with its keys in another order is the same chart', () => {
    const chart = [tooth(11, { bracket_height: 4.5 }), tooth(14, { state: 'extract' })]
    const stored = chart
      .toReversed()
      .map((entry) => Object.fromEntries(Object.entries(entry).toReversed()) as unknown as Tooth)
    expect(changedFields(form({ tooth_chart: stored }), form({ tooth_chart: chart }))).toEqual([])
    expect(changedFields(form({ tooth_chart: stored }), form({ tooth_chart: [chart[0]!] }))).toEqual(['tooth_chart'])
  })
})

describe('what a call may say of a tooth', () => {
  it.each([0.5, 0.7, 1.1, 2.3, 4.35 - 0.05, 5.6, 9.9, 10])('%d mm is a height', (bracket_height) => {
    expect(ToothEntry.safeParse({ tooth: 11, bracket_height }).success).toBe(true)
  })
  it.each([0, 0.4, -1, 4.55, 10.1, NaN, '4.5'])('%s is none', (bracket_height) => {
    expect(ToothEntry.safeParse({ tooth: 11, bracket_height }).success).toBe(false)
  })
  it.each([0, 10, 19, 29, 49, 50, 56, 86, 1.5, '11', null])('there is no tooth %s', (number) => {
    expect(ToothEntry.safeParse({ tooth: number }).success).toBe(false)
  })
  it('every tenth of a millimeter is a height', () => {
    for (let tenths = 5; tenths <= 100; tenths++)
      expect(ToothEntry.safeParse({ tooth: 11, bracket_height: tenths / 10 }).success, String(tenths)).toBe(true)
  })
  it('of a draft remains what is a chart', () => {
    expect(readTeeth('11')).toEqual([])
    expect(
      readTeeth([null, 11, { tooth: 11 }, { ...tooth(99) }, { ...tooth(11), no_bracket: 'yes' }, tooth(12)]),
    ).toEqual([tooth(12)])
  })
})

describe('people read a chart as their practice numbers teeth (rx-form/tooth-numbers)', () => {
  const chart = [
    tooth(14, { state: 'extract' }),
    tooth(24, { state: 'extract' }),
    tooth(18, { state: 'missing' }),
    tooth(17, { state: 'unerupted' }),
    tooth(55),
    tooth(46, { no_bracket: true }),
    tooth(11, { bracket_height: 4.5 }),
    tooth(21, { bracket_height: 4.5, note: 'Chipped' }),
    tooth(12, { bracket_height: 4, note: 'Chipped' }),
  ]
  it('in rows', () => {
    expect(chartRows(chart, 'universal')).toEqual([
      ['To be extracted', '5, 12'],
      ['Missing', '1'],
      ['Not erupted', '2'],
      ['Deciduous teeth', 'A'],
      ['No bracket', '30'],
      ['Bracket height', '7 at 4 mm; 8, 9 at 4.5 mm'],
      ['Notes on teeth', '7, 9: “Chipped”'],
    ])
    expect(chartRows(chart, 'fdi')[0]).toEqual(['To be extracted', '14, 24'])
    expect(chartRows([], 'fdi')).toEqual([])
  })
  it('tooth by tooth, as a screen reader says it', () => {
    expect(toothOfChart(tooth(12, { state: 'extract' }), 'fdi')).toBe(
      'Tooth 12, upper right lateral incisor, to be extracted',
    )
    expect(toothOfChart(tooth(12), 'universal')).toBe('Tooth 7, upper right lateral incisor')
    expect(toothOfChart(entryOf([], 55), 'universal')).toBe('Tooth A, upper right deciduous second molar, not there')
  })
  it('a change as what was said, and what is said now, of the teeth that differ', () => {
    const before = [tooth(14, { no_bracket: true }), tooth(24, { no_bracket: true }), tooth(18, { state: 'missing' })]
    const after = [tooth(14, { state: 'extract' }), tooth(18, { state: 'missing' }), tooth(53)]
    expect(teethChange(before, after, 'universal')).toEqual({
      from: '5, 12: no bracket; C: not there',
      to: '5: to be extracted; 12: as usual; C: present',
    })
    const names = {
      doctor: () => '',
      location: () => '',
      library: () => '',
      method: () => '',
      tooth_numbering: 'fdi',
    } as const
    expect(wordChange(form(), form({ tooth_chart: after.slice(0, 1) }), names)).toEqual([
      { field: 'tooth_chart', label: 'Teeth (FDI)', from: '14: as usual', to: '14: to be extracted' },
    ])
  })
  it('two charts that differ never read the same', () => {
    fc.assert(
      fc.property(anyChart, anyChart, (before, after) => {
        const { from, to } = teethChange(before, after, 'universal')
        const same = JSON.stringify(tidyTeeth(before)) === JSON.stringify(tidyTeeth(after))
        expect(from === to).toBe(same)
        if (same) expect(from).toBe('')
      }),
    )
  })
})

describe('quick sets', () => {
  const teethSaid = (id: string, treated: 1 | 2 | 3 = 3) =>
    settleTeeth(setOf(id).apply([], treated), treated).map((entry) => entry.tooth)
  it('say what their names say', () => {
    expect(chartRows(setOf('extract_4').apply([], 3), 'universal')).toEqual([['To be extracted', '5, 12, 21, 28']])
    expect(chartRows(setOf('extract_upper_4').apply([], 3), 'fdi')).toEqual([['To be extracted', '14, 24']])
    expect(chartRows(setOf('extract_5').apply([], 3), 'fdi')).toEqual([['To be extracted', '15, 25, 35, 45']])
    expect(chartRows(setOf('no_wisdom').apply([], 3), 'universal')).toEqual([['Missing', '1, 16, 17, 32']])
    expect(chartRows(setOf('to_7').apply([], 3), 'universal')).toEqual([['No bracket', '1, 16, 17, 32']])
    expect(chartRows(setOf('to_6').apply([], 3), 'universal')).toEqual([['No bracket', '1, 2, 15, 16, 17, 18, 31, 32']])
    expect(teethSaid('no_molars')).toEqual([18, 17, 16, 26, 27, 28, 38, 37, 36, 46, 47, 48])
    expect(chartRows(setOf('mixed').apply([], 3), 'universal')).toEqual([
      ['Not erupted', '1, 2, 4, 5, 6, 11, 12, 13, 15, 16, 17, 18, 20, 21, 22, 27, 28, 29, 31, 32'],
      ['Deciduous teeth', 'A, B, C, H, I, J, K, L, M, R, S, T'],
    ])
  })
  it('keep to the arches that are treated', () => {
    expect(teethSaid('extract_4', 1)).toEqual([14, 24])
    expect(teethSaid('extract_4', 2)).toEqual([34, 44])
    expect(teethSaid('mixed', 2).every((number) => [3, 4, 7, 8].includes(Math.floor(number / 10)))).toBe(true)
  })
  it('leave what else was said, and lay brackets on a shorter and a longer range alike', () => {
    const chart = [tooth(18, { state: 'missing' }), tooth(12, { bracket_height: 4 }), tooth(13, { no_bracket: true })]
    const shorter = setOf('to_6').apply(chart, 3)
    expect(entryOf(shorter, 18).state).toBe('missing')
    expect(entryOf(shorter, 12).bracket_height).toBe(4)
    expect(entryOf(shorter, 13).no_bracket).toBe(false)
    expect(setOf('to_7').apply(shorter, 3)).toEqual(setOf('to_7').apply(chart, 3))
    expect(setOf('clear').apply(shorter, 3)).toEqual([])
  })
  it('settle into what they say', () => {
    fc.assert(
      fc.property(anyChart, jaws, fc.constantFrom(...toothSets), (chart, treated, set) => {
        const said = set.apply(settleTeeth(chart, treated), treated)
        expect(settleTeeth(said, treated)).toEqual(said)
      }),
    )
  })
})

describe('saying something of several teeth', () => {
  it('a deciduous tooth of which anything is said is there', () => {
    expect(sayOf([], [55, 11], { bracket_height: 3 })).toEqual([
      tooth(11, { bracket_height: 3 }),
      tooth(55, { bracket_height: 3 }),
    ])
  })
  it('a word that is taken back leaves no entry', () => {
    const chart = sayOf([], [11, 55], { state: 'missing' })
    expect(chart).toEqual([tooth(11, { state: 'missing' })])
    expect(sayOf(chart, [11], { state: 'present' })).toEqual([])
  })
})
