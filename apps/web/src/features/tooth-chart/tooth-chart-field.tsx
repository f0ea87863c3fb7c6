import type { Tooth, ToothNumbering } from '@archwire/contract/rx-forms/teeth.ts'
import { chartRows } from '@archwire/contract/rx-forms/tooth-chart.ts'
import { lazy, Suspense, useState } from 'react'
import { errorId } from '../../ui/form/field.tsx'
import styles from './tooth-chart.module.css'

/** Most cases say nothing of single teeth: the chart loads when somebody opens it. */
const ToothChartEditor = lazy(() => import('./tooth-chart-editor.tsx'))

export interface ToothChartProps {
  chart: Tooth[]
  onChange: (chart: Tooth[]) => void
  /** The arches that the form treats. */
  jaws: 1 | 2 | 3
  numbering: ToothNumbering
}

/** The tooth chart of a form: closed, and one line, until somebody wants it (`rx-form/teeth`). */
export function ToothChartField({ id, error, ...props }: ToothChartProps & { id: string; error?: string }) {
  const { chart, numbering } = props
  const [opened, setOpened] = useState(chart.length > 0)
  const words = chartRows(chart, numbering)
  return (
    // Around the summary, not on it: a closed part that the keyboard passes by would never be opened.
    <div id={id} tabIndex={-1} className={styles.field}>
      <details open={opened} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
        <summary>
          Tooth chart <span>(optional)</span>
          {!opened && words.length > 0 && (
            <small>{words.map(([label, teeth]) => `${label}: ${teeth}`).join(' · ')}</small>
          )}
        </summary>
        {error && (
          <p className={styles.error} id={errorId(id)} role="alert">
            {error}
          </p>
        )}
        {opened && (
          <Suspense fallback={<p className={styles.loading}>Loading the chart…</p>}>
            <ToothChartEditor {...props} />
          </Suspense>
        )}
      </details>
    </div>
  )
}
