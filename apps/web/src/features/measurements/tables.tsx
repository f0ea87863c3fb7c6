import type { BoltonResult } from '@archwire/contract/measurements/bolton.ts'
import { figureWords } from '@archwire/contract/measurements/geometry.ts'
import { archPlaceTitle, jaws, measureKinds } from '@archwire/contract/measurements/kinds.ts'
import type { Measurement } from '@archwire/contract/measurements/routes.ts'
import type { MeasurementTable } from '@archwire/contract/measurements/table.ts'
import { boltonTeeth, toothName, type BoltonRatio } from '@archwire/contract/measurements/teeth.ts'
import { boltonNormWords, boltonTitles, boltonWords } from '@archwire/contract/measurements/words.ts'
import { Ago } from '../../ui/badges.tsx'
import styles from './case-measurements.module.css'
import { ratioWords } from './measurement-text.ts'
import { RemoveMeasurement } from './remove-measurement.tsx'
import { authorName } from '../../lib/author-name.ts'

type Table = MeasurementTable<Measurement>

/** More teeth than these are folded away; their summary is below. */
const shownTeeth = 6

export function ArchWidths({ rows }: { rows: Table['archWidths'] }) {
  if (rows.length === 0) return null
  return (
    <table className={styles.widths}>
      <thead>
        <tr>
          <th scope="col">Arch width, mm</th>
          <th scope="col">Upper</th>
          <th scope="col">Lower</th>
          <th scope="col">Difference</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.place}>
            <th scope="row">{archPlaceTitle(row.place)}</th>
            {jaws.map((jaw) => (
              <td key={jaw}>{row[jaw] && <Taken measurement={row[jaw]} />}</td>
            ))}
            <td className="numeric">{row.difference?.toFixed(2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function ToothSizes({ rows }: { rows: Table['toothSizes'] }) {
  if (rows.length === 0) return null
  const table = (
    <table>
      <thead>
        <tr>
          <th scope="col">Tooth size, mm</th>
          <th scope="col">
            <span className="visually-hidden">Size</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ tooth, measurement }) => (
          <tr key={tooth}>
            <th scope="row">
              <b className="numeric">{tooth}</b> {toothName(tooth)}
            </th>
            <td>
              <Taken measurement={measurement} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
  if (rows.length <= shownTeeth) return table
  return (
    <details>
      <summary>{rows.length} teeth measured</summary>
      {table}
    </details>
  )
}

/** How the sizes of upper and lower teeth relate. */
export function Bolton({ found }: { found: Record<BoltonRatio, BoltonResult> }) {
  return (
    <table className={styles.bolton}>
      <thead>
        <tr>
          <th scope="col">Bolton analysis</th>
          <th scope="col">Ratio</th>
          <th scope="col">Usual</th>
        </tr>
      </thead>
      <tbody>
        {(Object.keys(boltonTeeth) as BoltonRatio[]).map((ratio) => (
          <tr key={ratio}>
            <th scope="row">
              {boltonTitles[ratio]}
              <small>{boltonWords(ratio, found[ratio])}</small>
            </th>
            <td className="numeric">{ratioWords(found[ratio])}</td>
            <td className="numeric">{boltonNormWords(ratio)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function Others({ rows }: { rows: Measurement[] }) {
  if (rows.length === 0) return null
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Distances and angles</th>
          <th scope="col">
            <span className="visually-hidden">Figure</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((measurement) => (
          <tr key={measurement.id}>
            <th scope="row">{measureKinds[measurement.kind].label}</th>
            <td>
              <Taken measurement={measurement} unit />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A figure, who took it and when, and its Remove action. */
function Taken({ measurement, unit }: { measurement: Measurement; unit?: boolean }) {
  return (
    <div className={styles.taken}>
      <span>
        <strong className="numeric">
          {unit ? figureWords(measurement.kind, measurement.value) : measurement.value.toFixed(2)}
        </strong>
        <small>
          {authorName(measurement.author)}, <Ago at={measurement.created_at} />
          {measurement.is_earlier && ' · on an earlier version'}
        </small>
      </span>
      {measurement.can.remove && <RemoveMeasurement measurement={measurement} />}
    </div>
  )
}
