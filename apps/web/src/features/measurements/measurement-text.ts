import type { BoltonResult } from '@archwire/contract/measurements/bolton.ts'
import { figureWords } from '@archwire/contract/measurements/geometry.ts'
import { archPlaceTitle, measureKinds } from '@archwire/contract/measurements/kinds.ts'
import type { Figure, MeasurementTable } from '@archwire/contract/measurements/table.ts'
import { boltonTeeth, toothName, type BoltonRatio } from '@archwire/contract/measurements/teeth.ts'
import { aidWords, boltonNormWords, boltonTitles, boltonWords } from '@archwire/contract/measurements/words.ts'

type Row = readonly (string | number)[]

/** Builds plain text to paste into a letter or a spreadsheet: cells separated by tabs, decimal points, no names of people. */
export function measurementText<M extends Figure>(title: string, table: MeasurementTable<M>): string {
  const parts: Row[][] = [[[`Measurements: ${title}`]], widths(table), teeth(table), bolton(table), others(table)]
  const text = parts
    .filter((rows) => rows.length > 0)
    .map((rows) => rows.map((row) => row.join('\t')).join('\n'))
    .join('\n\n')
  return `${text}\n\n${aidWords}\n`
}

const millimeters = (value: number | undefined | null): string => value?.toFixed(2) ?? ''

function widths<M extends Figure>({ archWidths }: MeasurementTable<M>): Row[] {
  if (archWidths.length === 0) return []
  const rows = archWidths.map(({ place, upper, lower, difference }) => [
    archPlaceTitle(place),
    millimeters(upper?.value),
    millimeters(lower?.value),
    millimeters(difference),
  ])
  return [['Arch width (mm)', 'Upper', 'Lower', 'Difference'], ...rows]
}

function teeth<M extends Figure>({ toothSizes }: MeasurementTable<M>): Row[] {
  if (toothSizes.length === 0) return []
  const rows = toothSizes.map(({ tooth, measurement }) => [tooth, toothName(tooth), millimeters(measurement.value)])
  return [['Tooth (Universal)', '', 'Size (mm)'], ...rows]
}

function bolton<M extends Figure>(table: MeasurementTable<M>): Row[] {
  const { bolton: found } = table
  if (!found) return []
  const rows = (Object.keys(boltonTeeth) as BoltonRatio[]).map((ratio) => [
    boltonTitles[ratio],
    ratioWords(found[ratio]),
    boltonNormWords(ratio),
    boltonWords(ratio, found[ratio]),
  ])
  return [['Bolton analysis', 'Ratio', 'Usual', ''], ...rows]
}

/** "77.2 %", or a dash while teeth are missing. */
export const ratioWords = ({ found }: BoltonResult): string => (found ? `${found.ratio.toFixed(1)} %` : '–')

function others<M extends Figure>(table: MeasurementTable<M>): Row[] {
  return table.others.map(({ kind, value }) => [measureKinds[kind].label, figureWords(kind, value)])
}
