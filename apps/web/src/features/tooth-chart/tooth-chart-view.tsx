import { toothName, type Tooth, type ToothNumbering } from '@archwire/contract/rx-forms/teeth.ts'
import { chartRows, entryOf } from '@archwire/contract/rx-forms/tooth-chart.ts'
import { hasDeciduous } from '@archwire/contract/rx-forms/tooth-sets.ts'
import { Pairs } from '../../ui/pairs.tsx'
import { Arches } from './arches.tsx'
import drawn from './arches.module.css'
import { signOf, ToothPicture } from './tooth-picture.tsx'
import styles from './tooth-chart.module.css'

interface Props {
  chart: readonly Tooth[]
  numbering: ToothNumbering
  /** Black on white. */
  paper?: boolean
}

/** A form's tooth chart to read: small, with all that it says in words beside it (`rx-form/teeth`). */
export const ToothChartView = ({ chart, numbering, paper }: Props) => (
  <div className={styles.view} data-paper={paper || undefined}>
    <Arches deciduous={hasDeciduous(chart)} aria-hidden>
      {(tooth) => {
        const entry = entryOf(chart, tooth)
        return (
          <span key={tooth} className={drawn.cell}>
            <ToothSigns entry={entry} numbering={numbering} />
          </span>
        )
      }}
    </Arches>
    <Pairs className={styles.words} items={chartRows(chart, numbering)} />
  </div>
)

/** A tooth with its number towards the other arch and its sign behind it. */
export const ToothSigns = ({ entry, numbering }: { entry: Tooth; numbering: ToothNumbering }) => (
  <>
    {/* Not text of the button: its name says it in words. */}
    <span className={drawn.sign} data-sign={signOf(entry)} aria-hidden="true" />
    <ToothPicture entry={entry} />
    <span className={drawn.number} translate="no">
      {toothName(entry.tooth, numbering)}
    </span>
  </>
)
