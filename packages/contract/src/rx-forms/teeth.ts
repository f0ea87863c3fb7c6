import { fromMidline } from '../measurements/teeth.ts'

/**
 * Teeth by their FDI numbers (ISO 3950): the first digit is the quadrant, clockwise from the patient's upper right, 1–4
 * permanent and 5–8 deciduous; the second counts from the midline. Stored and sent so; shown as the practice numbers them.
 */
const quadrant = (number: number, teeth: number) => Array.from({ length: teeth }, (_, index) => number * 10 + index + 1)

/** Both rows of a dentition as one looks at the patient: the patient's right stands on the left, as dentists draw it. */
const rows = (teeth: number, [right, left, lowerLeft, lowerRight]: readonly [number, number, number, number]) => ({
  upper: [...quadrant(right, teeth).toReversed(), ...quadrant(left, teeth)],
  lower: [...quadrant(lowerRight, teeth).toReversed(), ...quadrant(lowerLeft, teeth)],
})
export const permanentTeeth = rows(8, [1, 2, 3, 4])
export const deciduousTeeth = rows(5, [5, 6, 7, 8])

const clockwise = ({ upper, lower }: typeof permanentTeeth): number[] => [...upper, ...lower.toReversed()]
const permanentOrder = clockwise(permanentTeeth)
const deciduousOrder = clockwise(deciduousTeeth)
/** Every tooth, in the order of the Universal numbers: the order of a chart's entries, and of its words. */
export const allTeeth: readonly number[] = [...permanentOrder, ...deciduousOrder]

export const isDeciduous = (tooth: number): boolean => tooth > 50
export const isUpper = (tooth: number): boolean => [1, 2, 5, 6].includes(Math.floor(tooth / 10))
/** Where a tooth stands counted from the midline: 1 for a central incisor. */
export const positionOf = (tooth: number): number => tooth % 10

/** How a practice numbers teeth (`rx-form/tooth-numbers`); `short` says it beside the numbers. */
export const toothNumberings = [
  { id: 'universal', label: 'Universal (1–32, A–T)', short: 'Universal' },
  { id: 'fdi', label: 'FDI (11–48, 51–85)', short: 'FDI' },
] as const
export type ToothNumbering = (typeof toothNumberings)[number]['id']
export const numberingName = (numbering: ToothNumbering): string =>
  toothNumberings.find(({ id }) => id === numbering)!.short

/**
 * A tooth's number as its practice writes it. Universal (ADA) counts 1–32 from the upper right wisdom tooth clockwise to the
 * lower right one, deciduous teeth A–T alike.
 */
export function toothName(tooth: number, numbering: ToothNumbering): string {
  if (numbering === 'fdi') return String(tooth)
  return isDeciduous(tooth)
    ? String.fromCodePoint(65 + deciduousOrder.indexOf(tooth))
    : String(permanentOrder.indexOf(tooth) + 1)
}

/** A tooth in words, whatever the numbering: "upper right lateral incisor". */
export function toothInWords(tooth: number): string {
  const right = [1, 4, 5, 8].includes(Math.floor(tooth / 10))
  const side = `${isUpper(tooth) ? 'upper' : 'lower'} ${right ? 'right' : 'left'}`
  // Children have no premolars: their molars stand where those will.
  const position = positionOf(tooth) + (isDeciduous(tooth) && positionOf(tooth) > 3 ? 2 : 0)
  return `${side} ${isDeciduous(tooth) ? 'deciduous ' : ''}${fromMidline[position - 1]!}`
}

/** Whether a tooth is there. Of a deciduous one only that it is, or is to be extracted, says anything. */
export const toothStates = [
  { id: 'present', label: 'Present' },
  { id: 'extract', label: 'To be extracted' },
  { id: 'missing', label: 'Missing' },
  { id: 'unerupted', label: 'Not erupted' },
] as const
export type ToothState = (typeof toothStates)[number]['id']

/** What is said of one tooth; a tooth of which nothing is said has no entry. */
export interface Tooth {
  /** FDI number. */
  tooth: number
  state: ToothState
  /** No bracket is placed on it. */
  no_bracket: boolean
  /** Height of the bracket's slot above the edge of the tooth in mm, tenths; null: as the lab places it. */
  bracket_height: number | null
  /** One line. */
  note: string
}

/** The lowest and the highest bracket that can be asked for, in mm. */
export const bracketHeights = { least: 0.5, most: 10 } as const
export const longestToothNote = 200
