import type { TechWorkflow } from '@archwire/contract/tech-workflows/routes.ts'
import { useNow } from '../../lib/clock.ts'
import { formatDuration, formatInstant } from '../../lib/format.ts'
import { workKinds } from './kinds.ts'
import { StepRow, StepsHead } from './step-row.tsx'
import { productionTime, stepOf } from './steps.ts'
import styles from './workflow-table.module.css'

type Round = Pick<TechWorkflow, 'round' | 'asked_at'>

/** "Round 2 · changes asked on 2026/11/24 14:52" (`work/rounds`). */
export const roundTitle = ({ round, asked_at }: Round, kind: TechWorkflow['kind']): string =>
  asked_at === null ? `Round ${round}` : `Round ${round} · ${workKinds[kind].asked} on ${formatInstant(asked_at)}`

/** The steps of the rounds before the current one, the last one first: to be read only. */
export function FormerRounds({ workflow: { former_rounds: rounds, kind } }: { workflow: TechWorkflow }) {
  const now = useNow()
  return rounds.toReversed().map((round) => {
    const steps = round.processes.map(stepOf)
    const done = steps.filter(({ finished_at }) => finished_at !== null)
    const seconds = done.reduce((sum, step) => sum + (productionTime(step) ?? 0), 0)
    return (
      <details key={round.round} className={styles.round}>
        <summary>
          <span>{roundTitle(round, kind)}</span>
          <small>
            {done.length} of {steps.length} steps{seconds > 0 && `, ${formatDuration(seconds)} in all`}
          </small>
        </summary>
        <table className={styles.table} aria-label={`Steps of round ${round.round}`}>
          <StepsHead editable={false} />
          <tbody>
            {steps.map((step, index) => (
              <StepRow key={step.id} step={step} number={index + 1} now={now} />
            ))}
          </tbody>
        </table>
      </details>
    )
  })
}
