import { allTeeth, deciduousTeeth, isDeciduous, isUpper, permanentTeeth, positionOf, type Tooth } from './teeth.ts'
import { entryOf, isTreated, sayOf } from './tooth-chart.ts'

type Said = Partial<Omit<Tooth, 'tooth'>>
type Jaws = 1 | 2 | 3

/** What is said of many cases at once, in the arches that the form treats; the rest of a chart stays. */
export interface ToothSet {
  id: string
  label: string
  apply: (chart: readonly Tooth[], jaws: Jaws) => Tooth[]
}

const permanent = [...permanentTeeth.upper, ...permanentTeeth.lower]
const deciduous = [...deciduousTeeth.upper, ...deciduousTeeth.lower]

const saying =
  (said: Said, teeth: readonly number[]) =>
  (chart: readonly Tooth[], jaws: Jaws): Tooth[] =>
    sayOf(
      chart,
      teeth.filter((tooth) => isTreated(tooth, jaws)),
      said,
    )
const at = (...positions: number[]) => permanent.filter((tooth) => positions.includes(positionOf(tooth)))

/** Brackets from one tooth to the same one of the other side: none behind it, and none left out before it. */
const bracketsTo =
  (last: number): ToothSet['apply'] =>
  (chart, jaws) => {
    const there = permanent.filter((tooth) => entryOf(chart, tooth).state === 'present')
    const within = there.filter((tooth) => positionOf(tooth) <= last)
    const behind = there.filter((tooth) => positionOf(tooth) > last)
    const inside = saying({ no_bracket: false }, within)(chart, jaws)
    return saying({ no_bracket: true, bracket_height: null }, behind)(inside, jaws)
  }

const extract = { state: 'extract', no_bracket: false, bracket_height: null } as const
const absent = (state: 'missing' | 'unerupted') => ({ state, no_bracket: false, bracket_height: null }) as const

/** The quick sets of the tooth chart (`rx-form/teeth`). */
export const toothSets: readonly ToothSet[] = [
  { id: 'to_7', label: 'Brackets from second molar to second molar', apply: bracketsTo(7) },
  { id: 'to_6', label: 'Brackets from first molar to first molar', apply: bracketsTo(6) },
  {
    id: 'no_molars',
    label: 'No brackets on molars',
    apply: (chart, jaws) =>
      saying(
        { no_bracket: true, bracket_height: null },
        at(6, 7, 8).filter((tooth) => entryOf(chart, tooth).state === 'present'),
      )(chart, jaws),
  },
  { id: 'extract_4', label: 'First premolars extracted (4/4/4/4)', apply: saying(extract, at(4)) },
  {
    id: 'extract_upper_4',
    label: 'Upper first premolars extracted (4/4)',
    apply: saying(extract, at(4).filter(isUpper)),
  },
  { id: 'extract_5', label: 'Second premolars extracted (5/5/5/5)', apply: saying(extract, at(5)) },
  { id: 'no_wisdom', label: 'Wisdom teeth missing', apply: saying(absent('missing'), at(8)) },
  {
    // About nine years: incisors and first molars have come, canines and molars of the first dentition are there.
    id: 'mixed',
    label: 'Mixed dentition',
    // What is to be extracted, or missing, stays so.
    apply: (chart, jaws) =>
      saying(
        { state: 'present' },
        deciduous.filter((tooth) => positionOf(tooth) >= 3),
      )(
        saying(
          absent('unerupted'),
          at(3, 4, 5, 7, 8).filter((tooth) => entryOf(chart, tooth).state === 'present'),
        )(chart, jaws),
        jaws,
      ),
  },
  { id: 'clear', label: 'Clear', apply: () => [] },
]

/** Whether a chart says anything of deciduous teeth: their rows are shown then. */
export const hasDeciduous = (chart: readonly Tooth[]): boolean => chart.some(({ tooth }) => isDeciduous(tooth))
/** Teeth in the order of a chart's words. */
export const inOrder = (teeth: Iterable<number>): number[] => {
  const those = new Set(teeth)
  return allTeeth.filter((tooth) => those.has(tooth))
}
