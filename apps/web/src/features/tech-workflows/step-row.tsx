import { Button } from '@mantine/core'
import { useState } from 'react'
import { StepTechnician, StepTimes } from './step-fields.tsx'
import { formatTimes } from './step-times.ts'
import { meaningOf, type Step } from './steps.ts'
import styles from './workflow-table.module.css'

/** What can be done with a step; `start` and `finish` save at once. */
export interface StepActions {
  change: (to: Partial<Step>) => void
  start: () => void
  finish: (andStartNext: boolean) => void
}

interface Props {
  step: Step
  number: number
  now: number
  problem?: string | null
  /** Nothing is running, and this step comes next. */
  isNext?: boolean
  /** A later step has not been started. */
  hasNext?: boolean
  /** None in a closed table. */
  actions?: StepActions | null
  locked?: boolean
}

/** The heads of the columns of steps. */
export const StepsHead = ({ editable }: { editable: boolean }) => (
  <thead>
    <tr>
      <th scope="col">#</th>
      <th scope="col">Process</th>
      <th scope="col">Technician</th>
      <th scope="col">Time</th>
      {editable && (
        <th scope="col" data-screen-only>
          <span className="visually-hidden">Actions</span>
        </th>
      )}
    </tr>
  </thead>
)

/** One step of the work: who does it, when it was done, and its buttons. */
export function StepRow({ step, number, now, problem, isNext, hasNext, actions, locked }: Props) {
  const [isTyping, setTyping] = useState(false)
  const said = isTyping ? null : problem
  const problemId = said ? `step-problem-${step.id}` : undefined
  return (
    <tr data-state={step.finished_at ? 'done' : step.started_at ? 'running' : undefined}>
      <td className="numeric">{number}</td>
      <td>
        <strong>{step.process}</strong>
        {said && (
          <small className={styles.problem} id={problemId}>
            {said}
            {meaningOf(said) && <span>{meaningOf(said)}</span>}
          </small>
        )}
      </td>
      <td>{actions ? <StepTechnician step={step} onChange={actions.change} /> : (step.tech_name ?? '–')}</td>
      <td className="numeric">
        {actions ? (
          <StepTimes step={step} now={now} onChange={actions.change} onTyping={setTyping} problemId={problemId} />
        ) : (
          (formatTimes(step, now) ?? '–')
        )}
      </td>
      {actions && (
        <td className={styles.actions} data-screen-only>
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
  const shared = { size: 'compact-sm', disabled: locked, className: styles.act } as const
  if (step.started_at === null)
    return (
      <Button {...shared} variant={isNext ? 'filled' : 'subtle'} onClick={actions.start}>
        Start
      </Button>
    )
  if (step.finished_at !== null) return null
  return (
    <>
      <Button {...shared} variant="subtle" onClick={() => actions.finish(false)}>
        Finish
      </Button>
      {hasNext && (
        <Button {...shared} onClick={() => actions.finish(true)}>
          Finish, start next
        </Button>
      )}
    </>
  )
}
