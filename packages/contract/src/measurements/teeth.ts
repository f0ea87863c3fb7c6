import type { Jaw } from './kinds.ts'

/**
 * Teeth by the Universal numbering of the ADA, which practices of the United States write: 1 to 16 in the upper arch from
 * the patient's right third molar to the left one, 17 to 32 in the lower arch from left to right.
 */
export const lastTooth = 32

/** Teeth of a quadrant from the midline back. */
export const fromMidline = [
  'central incisor',
  'lateral incisor',
  'canine',
  'first premolar',
  'second premolar',
  'first molar',
  'second molar',
  'third molar',
] as const

export const jawOfTooth = (tooth: number): Jaw => (tooth <= 16 ? 'upper' : 'lower')

/** "upper right central incisor" for 8: as text, because other numberings give the same number to other teeth. */
export function toothName(tooth: number): string {
  const right = tooth <= 8 || tooth >= 25
  const position = jawOfTooth(tooth) === 'upper' ? (right ? 8 - tooth : tooth - 9) : right ? tooth - 25 : 24 - tooth
  return `${jawOfTooth(tooth)} ${right ? 'right' : 'left'} ${fromMidline[position]!}`
}

/** Teeth in a row, in the order of their numbers. */
const row = (from: number, to: number): readonly number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** The teeth that Bolton's ratios are made of: from canine to canine, and from first molar to first molar. */
export const boltonTeeth = {
  anterior: { upper: row(6, 11), lower: row(22, 27) },
  overall: { upper: row(3, 14), lower: row(19, 30) },
} as const
export type BoltonRatio = keyof typeof boltonTeeth

/** All teeth of an arch. */
export const teethOf: Record<Jaw, readonly number[]> = { upper: row(1, 16), lower: row(17, lastTooth) }
