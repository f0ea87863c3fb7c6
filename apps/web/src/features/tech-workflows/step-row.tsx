import { Button } from '@mantine/core'
import { formatDuration, formatInstant } from '../../lib/format.ts'
import { productionTime, type Step } from './steps.ts'
import { TechnicianSelect } from './technician-picker.tsx'
import { TimeCell } from './time-cell.tsx'
import styles from './workflow-table.module.css'

/** What can be done with a step; `start` and `finish` save at once. */
export interface StepActions {
  change: (to: Partial<Step>) => void
  start: () => void
  finish: (andStartNext: boolean) => void
}

interface Props {
  step: Step
  /** Nobody has begun it, here or anywhere: phones leave its times out. */
  isUntouched: boolean
  number: number
  problem: string | null
  /** Nothing is running, and this step comes next. */
  isNext: boolean
  /** A later step has not been started. */
  hasNext: boolean
  /** Null in a closed table. */
  actions: StepActions | null
  locked: boolean
}

/** One step of the work: who does it, when it started and finished, and its buttons. */
export function StepRow({ step, isUntouched, number, problem, isNext, hasNext, actions, locked }: Props) {
  const produced = productionTime(step)
  return (
    <tr
      data-state={step.finished_at ? 'done' : step.started_at ? 'running' : undefined}
      data-untouched={isUntouched || undefined}
    >
      <td className="numeric">{number}</td>
      <td>
        <strong>{step.process}</strong>
        {problem && <small className={styles.problem}>{problem}</small>}
      </td>
      <td>
        {actions ? (
          <TechnicianSelect
            label={`Technician of ${step.process}`}
            value={step.user_id === null ? null : { id: step.user_id, full_name: step.tech_name ?? '' }}
            onChange={(person) => actions.change({ user_id: person?.id ?? null, tech_name: person?.full_name ?? null })}
          />
        ) : (
          (step.tech_name ?? '–')
        )}
      </td>
      {(['started_at', 'finished_at'] as const).map((name) => (
        <td key={name} className="numeric" data-label={name === 'started_at' ? 'Started' : 'Finished'}>
          {actions ? (
            <TimeCell
              label={`${step.process}, ${name === 'started_at' ? 'started' : 'finished'}`}
              value={step[name]}
              onChange={(at) => actions.change({ [name]: at })}
            />
          ) : step[name] ? (
            formatInstant(step[name])
          ) : (
            '–'
          )}
        </td>
      ))}
      <td className={`${styles.right} numeric`}>{produced === null ? '–' : formatDuration(produced)}</td>
      {actions && (
        <td className={styles.actions}>
          <StepButtons step={step} isNext={isNext} hasNext={hasNext} actions={actions} locked={locked} />
        </td>
      )}
    </tr>
  )
}

function StepButtons({
  step,
  isNext,
  hasNext,
  actions,
  locked,
}: Pick<Props, 'step' | 'isNext' | 'hasNext' | 'locked'> & { actions: StepActions }) {
  if (step.started_at === null)
    return (
      <Button size="compact-sm" variant={isNext ? 'filled' : 'subtle'} disabled={locked} onClick={actions.start}>
        Start
      </Button>
    )
  if (step.finished_at !== null) return null
  return (
    <>
      <Button size="compact-sm" variant="subtle" disabled={locked} onClick={() => actions.finish(false)}>
        Finish
      </Button>
      {hasNext && (
        <Button size="compact-sm" disabled={locked} onClick={() => actions.finish(true)}>
          Finish, start next
        </Button>
      )}
    </>
  )
}
