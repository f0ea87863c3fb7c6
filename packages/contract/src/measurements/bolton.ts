import { rounded } from './geometry.ts'
import type { Jaw } from './kinds.ts'
import { boltonTeeth, type BoltonRatio } from './teeth.ts'

/**
 * Mean and standard deviation of the ratios in 55 cases of excellent occlusion, in percent: W. A. Bolton, Disharmony in
 * tooth size and its relation to the analysis and treatment of malocclusion, Angle Orthodontist 28 (1958) 113–130.
 */
export const boltonNorms = {
  anterior: { mean: 77.2, deviation: 1.65 },
  overall: { mean: 91.3, deviation: 1.91 },
} as const satisfies Record<BoltonRatio, { mean: number; deviation: number }>

/** The sizes of the lower teeth in relation to those of the upper ones. */
export interface BoltonResult {
  /** How many teeth the ratio needs, and those without a size. */
  needed: number
  missing: number[]
  /** Null until all are measured. */
  found: BoltonFigures | null
}

export interface BoltonFigures {
  /** Sums of widths in mm. */
  upper: number
  lower: number
  /** Lower by upper, in percent, to a tenth. */
  ratio: number
  /** In which arch the teeth are too wide for the other's by the mean ratio, and by how many mm; null when they fit. */
  excess: { jaw: Jaw; by: number } | null
  /** Within one standard deviation of the mean. */
  usual: boolean
}

/**
 * Bolton's analysis of tooth sizes.
 * @param sizes widths in mm by tooth (Universal numbering)
 */
export function boltonOf(ratio: BoltonRatio, sizes: ReadonlyMap<number, number>): BoltonResult {
  const { upper, lower } = boltonTeeth[ratio]
  const teeth = [...upper, ...lower]
  const missing = teeth.filter((tooth) => !sizes.has(tooth))
  const sum = (some: readonly number[]) =>
    rounded(
      some.reduce((total, tooth) => total + sizes.get(tooth)!, 0),
      2,
    )
  const found = missing.length === 0 ? figuresOf(sum(upper), sum(lower), boltonNorms[ratio]) : null
  return { needed: teeth.length, missing, found }
}

/** Size above the mean is excess of the lower teeth, size below it of the upper ones. */
function figuresOf(upper: number, lower: number, { mean, deviation }: { mean: number; deviation: number }) {
  const percent = (lower / upper) * 100
  const over = percent > mean
  const by = rounded(over ? lower - (upper * mean) / 100 : upper - (lower * 100) / mean, 2)
  return {
    upper,
    lower,
    ratio: rounded(percent, 1),
    excess: by === 0 ? null : { jaw: over ? ('lower' as const) : ('upper' as const), by },
    usual: Math.abs(percent - mean) <= deviation,
  }
}
