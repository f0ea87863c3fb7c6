import type { Jaw } from './kinds.ts'

/**
 * Teeth by the Universal numbering of the ADA, which practices of the United States write: 1 to 16 in the upper arch from
 * the patient's right third molar to the left one, 17 to 32 in the lower arch from left to right.
 */
export const lastTooth = 32

const FROM_MIDLINE = [
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

/** "upper right central incisor" for 8: words, because other numberings give the same number to other teeth. */
export function toothName(tooth: number): string {
  const right = tooth <= 8 || tooth >= 25
  const fromMidline = jawOfTooth(tooth) === 'upper' ? (right ? 8 - tooth : tooth - 9) : right ? tooth - 25 : 24 - tooth
  return `${jawOfTooth(tooth)} ${right ? 'right' : 'left'} ${FROM_MIDLINE[fromMidline]!}`
}

const row = (from: number, to: number): readonly number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** The teeth that Bolton's ratios are made of: from canine to canine, and from first molar to first molar. */
export const boltonTeeth = {
  anterior: { upper: row(6, 11), lower: row(22, 27) },
  overall: { upper: row(3, 14), lower: row(19, 30) },
} as const
export type BoltonRatio = keyof typeof boltonTeeth

/**
 * Which tooth is likely measured next in an arch: the one behind `last` that has no size yet, else the first of the arch
 * that Bolton's ratios need, else the first without a size; null when all have one.
 */
export function nextTooth(jaw: Jaw, measured: ReadonlySet<number>, last: number | null): number | null {
  const arch = jaw === 'upper' ? row(1, 16) : row(17, 32)
  const needed = boltonTeeth.overall[jaw]
  const free = (teeth: readonly number[]) => teeth.find((tooth) => !measured.has(tooth))
  const behind = last === null || !arch.includes(last) ? [] : needed.filter((tooth) => tooth > last)
  return free(behind) ?? free(needed) ?? free(arch) ?? null
}
