import { chartRows, chartTitle } from '@archwire/contract/rx-forms/tooth-chart.ts'
import type { RxForm } from '@archwire/contract/rx-forms/schema.ts'
import { ToothChartView } from '../../features/tooth-chart/index.ts'
import styles from './teeth.module.css'

/** What a form says of single teeth, where it says anything: in words, and behind them the chart (`screens/case-order`). */
export const Teeth = ({ form: { tooth_chart, tooth_numbering } }: { form: RxForm }) =>
  tooth_chart.length > 0 && (
    <section className={styles.teeth} aria-label="Tooth chart">
      <details>
        <summary>
          <h3>{chartTitle(tooth_numbering)}</h3>
          <span>
            {chartRows(tooth_chart, tooth_numbering)
              .map(([label, teeth]) => `${label}: ${teeth}`)
              .join(' · ')}
          </span>
        </summary>
        <ToothChartView chart={tooth_chart} numbering={tooth_numbering} />
      </details>
    </section>
  )
