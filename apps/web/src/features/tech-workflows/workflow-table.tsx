import { techWorkflows } from '@archwire/contract/client/tech-workflows'
import type { TechWorkflow } from '@archwire/contract/tech-workflows/routes.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNow } from '../../lib/clock.ts'
import { useCall } from '../../lib/query.ts'
import { useSession } from '../../lib/session.tsx'
import { Note } from '../../ui/states.tsx'
import { StepRow, type StepActions } from './step-row.tsx'
import { finishStep, sameSteps, startStep, stepProblems, stepsOf, whyClosed, type Step } from './steps.ts'
import styles from './workflow-table.module.css'

interface Props {
  workflow: TechWorkflow
  /** The page shows elsewhere why the table is closed. */
  silent?: boolean
}

const rightNow = () => new Date().toISOString()

/**
 * The steps of the work. Start, Finish and "Finish, start next" save at once: they are what a technician does all day.
 * Times and people edited by hand are saved together by one Save, all rows or none.
 */
export function WorkflowTable({ workflow, silent }: Props) {
  const { me } = useSession()
  const clock = useNow()
  // Edits belong to the version they started with: another person's change in between causes a refusal, not an
  // overwrite.
  const [edit, setEdit] = useState<{ steps: Step[]; version: number } | null>(null)
  const save = useCall(techWorkflows.saveProcesses, { onSuccess: () => setEdit(null) })
  const stored = stepsOf(workflow)
  const steps = edit?.steps ?? stored
  const problems = stepProblems(steps, clock)
  const locked = save.isPending || problems.some(Boolean)
  const closed = whyClosed(workflow)
  const editable = closed === null
  const change = (next: Step[]) =>
    setEdit(sameSteps(next, stored) ? null : { steps: next, version: edit?.version ?? workflow.version })
  const put = (next: readonly Step[]) =>
    save.mutate({
      params: { id: workflow.id },
      body: {
        version: edit?.version ?? workflow.version,
        processes: next.map(({ id, started_at, finished_at, user_id }) => ({ id, started_at, finished_at, user_id })),
      },
    })
  const replace = (step: Step) => steps.map((other) => (other.id === step.id ? step : other))
  const actionsOf = (step: Step): StepActions => ({
    change: (to) => change(replace({ ...step, ...to })),
    start: () => put(replace(startStep(step, me, rightNow()))),
    finish: (andStartNext) => put(finishStep(steps, step.id, me, rightNow(), andStartNext)),
  })
  const next = steps.find(({ started_at }) => started_at === null)
  const running = steps.findLast(({ started_at, finished_at }) => started_at !== null && finished_at === null)

  return (
    <div>
      {closed !== null && !silent && <Note>{closed}</Note>}
      <table className={styles.table} aria-label="Work steps">
        <StepsHead editable={editable} />
        <tbody>
          {steps.map((step, index) => (
            <StepRow
              key={step.id}
              step={step}
              number={index + 1}
              problem={problems[index] ?? null}
              isNext={!running && step === next}
              hasNext={steps.some((other, at) => at > index && other.started_at === null)}
              actions={editable ? actionsOf(step) : null}
              locked={locked}
            />
          ))}
        </tbody>
      </table>
      {edit && (
        <SaveBar
          problem={problems.find(Boolean) ?? null}
          busy={save.isPending}
          onDiscard={() => setEdit(null)}
          onSave={() => put(edit.steps)}
        />
      )}
    </div>
  )
}

const StepsHead = ({ editable }: { editable: boolean }) => (
  <thead>
    <tr>
      <th scope="col">#</th>
      <th scope="col">Process</th>
      <th scope="col">Technician</th>
      <th scope="col">Started</th>
      <th scope="col">Finished</th>
      <th scope="col" className={styles.right}>
        Production time
      </th>
      {editable && (
        <th scope="col">
          <span className="visually-hidden">Actions</span>
        </th>
      )}
    </tr>
  </thead>
)

interface SaveBarProps {
  problem: string | null
  busy: boolean
  onDiscard: () => void
  onSave: () => void
}

const SaveBar = ({ problem, busy, onDiscard, onSave }: SaveBarProps) => (
  <div className={styles.saveBar}>
    <output>{problem ?? 'The steps have changes that are not saved.'}</output>
    <Button variant="default" size="compact-md" onClick={onDiscard}>
      Discard
    </Button>
    <Button size="compact-md" loading={busy} disabled={problem !== null} onClick={onSave}>
      Save
    </Button>
  </div>
)
