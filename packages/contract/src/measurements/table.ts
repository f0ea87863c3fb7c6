import { boltonOf, type BoltonResult } from './bolton.ts'
import { rounded } from './geometry.ts'
import { archPlaces, type ArchPlace, type Jaw } from './kinds.ts'
import { boltonTeeth, type BoltonRatio } from './teeth.ts'
import type { Measured } from './words.ts'

/** What a table needs from a measurement. */
export type Figure = Measured & { value: number }

/** The measurements of one scene, arranged as people compare them. Parts without any are empty. */
export interface MeasurementTable<M extends Figure> {
  /** From front to back; upper less lower where both are there. */
  archWidths: { place: ArchPlace; upper: M | null; lower: M | null; difference: number | null }[]
  /** By tooth. */
  toothSizes: { tooth: number; measurement: M }[]
  /** Null while no tooth is measured. */
  bolton: Record<BoltonRatio, BoltonResult> | null
  /** Distances and angles, in their original order. */
  others: M[]
}

export function tableOf<M extends Figure>(measurements: readonly M[]): MeasurementTable<M> {
  const widthAt = (place: ArchPlace, jaw: Jaw) =>
    measurements.find((each) => each.kind === 'arch_width' && each.place === place && each.jaw === jaw) ?? null
  const archWidths = archPlaces
    .map((place) => ({ place, upper: widthAt(place, 'upper'), lower: widthAt(place, 'lower') }))
    .filter(({ upper, lower }) => upper !== null || lower !== null)
    .map((row) => ({
      ...row,
      difference: row.upper && row.lower ? rounded(row.upper.value - row.lower.value, 2) : null,
    }))
  const toothSizes = measurements
    .flatMap((measurement) =>
      typeof measurement.place === 'number' ? [{ tooth: measurement.place, measurement }] : [],
    )
    .sort((a, b) => a.tooth - b.tooth)
  const sizes = new Map(toothSizes.map(({ tooth, measurement }) => [tooth, measurement.value]))
  const ratios = Object.keys(boltonTeeth) as BoltonRatio[]
  return {
    archWidths,
    toothSizes,
    bolton:
      sizes.size === 0
        ? null
        : (Object.fromEntries(ratios.map((ratio) => [ratio, boltonOf(ratio, sizes)])) as Record<
            BoltonRatio,
            BoltonResult
          >),
    others: measurements.filter(({ kind }) => kind === 'distance' || kind === 'angle'),
  }
}
