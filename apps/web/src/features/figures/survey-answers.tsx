import type { LabFigures } from '@archwire/contract/figures/routes.ts'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../lib/format.ts'
import { FigureTable } from './figure-table.tsx'
import styles from './reports.module.css'

/** What new practices answered; each row opens to the practices that it counts. */
export const SurveyAnswers = ({ answers }: { answers: LabFigures['survey'] }) => (
  <FigureTable
    title="Survey"
    note="What practices answered whose account details were entered in this period."
    rowLabel="Answer"
    renderName={({ answer, count, practices }) => (
      <details className={styles.named}>
        <summary>{answer}</summary>
        <ul>
          {practices.map(({ id, name, other }) => (
            <li key={id}>
              <Link to="/organizations/$id" params={{ id }}>
                {name}
              </Link>
              {other && ` – ${other}`}
            </li>
          ))}
          {count > practices.length && <li>and {formatCount(count - practices.length)} more</li>}
        </ul>
      </details>
    )}
    keyOf={({ answer }) => answer}
    rows={answers}
    empty="No practice answered in this period."
    columns={[
      { label: 'Practices', bar: ({ count }) => count, render: ({ count }) => <span>{formatCount(count)}</span> },
    ]}
  />
)
