import { boltonNorms, type BoltonResult } from './bolton.ts'
import { figureWords, millimeters } from './geometry.ts'
import { archPlaceTitle, measureKinds, type ArchPlace, type Jaw, type MeasureKind } from './kinds.ts'
import { toothName, type BoltonRatio } from './teeth.ts'

/** Shown wherever figures of a scan appear. */
export const aidWords = 'A review aid, not for diagnosis or manufacture.'

/** What is measured: kind and place, without points and figure. */
export interface Measured {
  kind: MeasureKind
  jaw: Jaw | null
  /** A place of the arch for arch widths, the tooth (Universal numbering) for tooth sizes, null otherwise. */
  place: ArchPlace | number | null
}

/** "Arch width, upper canines", "Tooth size, 8 (upper right central incisor)", "Distance". */
export function measuredWords({ kind, jaw, place }: Measured): string {
  const { label } = measureKinds[kind]
  if (typeof place === 'number') return `${label}, ${place} (${toothName(place)})`
  return place === null ? label : `${label}, ${jaw} ${archPlaceTitle(place).toLowerCase()}`
}

/** "Arch width, upper canines: 34.12 mm". */
export const measurementWords = (measured: Measured & { value: number }): string =>
  `${measuredWords(measured)}: ${figureWords(measured.kind, measured.value)}`

export const boltonTitles: Record<BoltonRatio, string> = { anterior: 'Anterior ratio', overall: 'Overall ratio' }

/** "77.2 ± 1.65 %": the usual range. */
export const boltonNormWords = (ratio: BoltonRatio): string =>
  `${boltonNorms[ratio].mean} ± ${boltonNorms[ratio].deviation} %`

/** The result of a ratio, in one line, or how far the measuring is: "10 of 12 front teeth measured". */
export function boltonWords(ratio: BoltonRatio, { needed, missing, found }: BoltonResult): string {
  const teeth = ratio === 'anterior' ? 'front teeth' : 'teeth from first molar to first molar'
  if (!found) return `${needed - missing.length} of ${needed} ${teeth} measured`
  const { excess, usual } = found
  const where = usual ? 'within' : 'beyond'
  const deviation = `${where} one standard deviation`
  return excess
    ? `Excess of ${millimeters(excess.by)} in the ${excess.jaw} teeth, ${deviation}`
    : `No excess, ${deviation}`
}
