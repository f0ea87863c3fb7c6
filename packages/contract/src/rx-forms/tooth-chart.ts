import { allTeeth, isDeciduous, isUpper, numberingName, toothInWords, toothName, toothStates } from './teeth.ts'
import type { Tooth, ToothNumbering, ToothState } from './teeth.ts'

/** A form's tooth chart: what its entries come to, and how people read them (`rx-form/teeth`). Pure. */

/** Which arches a form treats: 1 upper, 2 lower, 3 both. */
type Jaws = 1 | 2 | 3

/** Whether a tooth stands in an arch that the form treats. */
export const isTreated = (tooth: number, jaws: Jaws): boolean => jaws === 3 || isUpper(tooth) === (jaws === 1)

const isThere = (state: ToothState): boolean => state === 'present'
/** Without a word, a permanent tooth is present and a deciduous one is not. */
const usualState = (tooth: number): ToothState => (isDeciduous(tooth) ? 'missing' : 'present')
const isAbsent = (state: ToothState): boolean => state === 'missing' || state === 'unerupted'

/** Of a deciduous tooth "missing" and "not erupted" are one: it is not there. */
const saysNothing = ({ tooth, state, no_bracket, bracket_height, note }: Tooth): boolean =>
  (state === usualState(tooth) || (isDeciduous(tooth) && isAbsent(state))) &&
  !no_bracket &&
  bracket_height === null &&
  note.trim() === ''

/**
 * The same chart as it is kept: each tooth once, in the order of the teeth, notes trimmed, without entries that say nothing. Equal charts
 * are equal as JSON, however they were sent or stored.
 */
export function tidyTeeth(chart: readonly Tooth[]): Tooth[] {
  const said = new Map(chart.map((entry) => [entry.tooth, entry]))
  return allTeeth.flatMap((tooth) => {
    const entry = said.get(tooth)
    if (!entry || saysNothing(entry)) return []
    const { no_bracket, bracket_height } = entry
    const state = isAbsent(entry.state) && isDeciduous(tooth) ? usualState(tooth) : entry.state
    return [{ tooth, state, no_bracket, bracket_height, note: entry.note.trim() }]
  })
}

/**
 * What follows from what is said of each tooth: one that is not there, or will not be, has neither bracket nor height, nor
 * one of an arch that the form does not treat; one without a bracket has no height. The same array where nothing changes,
 * so that what shows it need not look again.
 */
export function settleTeeth(chart: Tooth[], jaws: Jaws): Tooth[] {
  if (chart.length === 0) return chart
  const settled = tidyTeeth(
    chart.map((entry) => {
      if (!isThere(entry.state) || !isTreated(entry.tooth, jaws))
        return { ...entry, no_bracket: false, bracket_height: null }
      return entry.no_bracket ? { ...entry, bracket_height: null } : entry
    }),
  )
  return JSON.stringify(settled) === JSON.stringify(chart) ? chart : settled
}

const isEntry = (value: unknown): value is Tooth => {
  const entry = value as Partial<Tooth> | null
  return (
    typeof entry === 'object' &&
    allTeeth.includes(entry?.tooth as number) &&
    toothStates.some(({ id }) => id === entry?.state) &&
    typeof entry?.no_bracket === 'boolean' &&
    (entry.bracket_height === null || typeof entry.bracket_height === 'number') &&
    typeof entry.note === 'string'
  )
}

/** Keeps of a draft's chart what is one: another release, or program, may have written it. */
export const readTeeth = (kept: unknown): Tooth[] => (Array.isArray(kept) ? kept.filter(isEntry) : [])

/** What is said of a tooth, also where nothing is. */
export const entryOf = (chart: readonly Tooth[], tooth: number): Tooth =>
  chart.find((entry) => entry.tooth === tooth) ?? {
    tooth,
    state: usualState(tooth),
    no_bracket: false,
    bracket_height: null,
    note: '',
  }

/** A chart in which something else is said of some teeth. A deciduous tooth of which anything is said is there. */
export function sayOf(chart: readonly Tooth[], teeth: readonly number[], said: Partial<Omit<Tooth, 'tooth'>>): Tooth[] {
  const now = teeth.map((tooth): Tooth => {
    const before = entryOf(chart, tooth)
    const known = chart.some((entry) => entry.tooth === tooth)
    return { ...before, ...(!known && isDeciduous(tooth) && { state: 'present' }), ...said }
  })
  return tidyTeeth([...chart, ...now])
}

const stateWords = ({ tooth, state }: Tooth): string => {
  if (isDeciduous(tooth) && isAbsent(state)) return 'not there'
  if (state === 'present') return isDeciduous(tooth) ? 'present' : ''
  return toothStates.find(({ id }) => id === state)!.label.toLowerCase()
}

/** What an entry says, without its tooth; '' is nothing. */
const entryInWords = (entry: Tooth): string =>
  [
    stateWords(entry),
    entry.no_bracket && 'no bracket',
    entry.bracket_height !== null && `bracket at ${entry.bracket_height} mm`,
    entry.note && `“${entry.note}”`,
  ]
    .filter(Boolean)
    .join(', ')

/** One tooth of a chart, as a screen reader says it: "Tooth 7, upper right lateral incisor, to be extracted". */
export const toothOfChart = (entry: Tooth, numbering: ToothNumbering): string =>
  [`Tooth ${toothName(entry.tooth, numbering)}`, toothInWords(entry.tooth), entryInWords(entry)]
    .filter(Boolean)
    .join(', ')

/** Names together what is alike: "5, 12: to be extracted; 8: bracket at 4.5 mm". */
function grouped<T>(
  items: readonly T[],
  wordsOf: (item: T) => string,
  nameOf: (item: T) => string,
): [string, string][] {
  const groups = new Map<string, string[]>()
  for (const item of items) groups.set(wordsOf(item), [...(groups.get(wordsOf(item)) ?? []), nameOf(item)])
  return [...groups].map(([words, names]) => [words, names.join(', ')])
}

/** A chart as rows of a summary: what is said, and of which teeth. */
export function chartRows(chart: readonly Tooth[], numbering: ToothNumbering): [label: string, teeth: string][] {
  const tidy = tidyTeeth(chart)
  const name = ({ tooth }: Tooth) => toothName(tooth, numbering)
  const those = (fits: (entry: Tooth) => boolean) => tidy.filter(fits).map(name).join(', ')
  const heights = grouped(
    tidy.filter(({ bracket_height }) => bracket_height !== null),
    ({ bracket_height }) => `${bracket_height!} mm`,
    name,
  )
  const notes = grouped(
    tidy.filter(({ note }) => note),
    ({ note }) => note,
    name,
  )
  const rows: [string, string][] = [
    ['To be extracted', those(({ state }) => state === 'extract')],
    ['Missing', those(({ tooth, state }) => state === 'missing' && !isDeciduous(tooth))],
    ['Not erupted', those(({ tooth, state }) => state === 'unerupted' && !isDeciduous(tooth))],
    ['Deciduous teeth', those(({ tooth, state }) => state === 'present' && isDeciduous(tooth))],
    ['No bracket', those(({ no_bracket }) => no_bracket)],
    ['Bracket height', heights.map(([height, teeth]) => `${teeth} at ${height}`).join('; ')],
    ['Notes on teeth', notes.map(([note, teeth]) => `${teeth}: “${note}”`).join('; ')],
  ]
  return rows.filter(([, teeth]) => teeth !== '')
}

/** The heading of a chart's words: numbers alone mean other teeth in the other numbering. */
export const chartTitle = (numbering: ToothNumbering): string => `Teeth (${numberingName(numbering)})`

/** A change between two charts, tooth by tooth: what was said of those that differ, and what is said now. */
export function teethChange(
  before: readonly Tooth[],
  after: readonly Tooth[],
  numbering: ToothNumbering,
): { from: string; to: string } {
  const [was, is] = [tidyTeeth(before), tidyTeeth(after)]
  const differing = allTeeth.filter((tooth) => entryInWords(entryOf(was, tooth)) !== entryInWords(entryOf(is, tooth)))
  const words = (chart: readonly Tooth[]) =>
    grouped(
      differing,
      (tooth) => entryInWords(entryOf(chart, tooth)) || 'as usual',
      (tooth) => toothName(tooth, numbering),
    )
      .map(([said, teeth]) => `${teeth}: ${said}`)
      .join('; ')
  return { from: words(was), to: words(is) }
}
