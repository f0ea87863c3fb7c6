import { techWorkflows } from '@archwire/contract/client/tech-workflows'
import type { TechWorkflow } from '@archwire/contract/tech-workflows/routes.ts'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useNow } from '../../lib/clock.ts'
import { usePageActions } from '../../lib/page-actions.ts'
import { useCall } from '../../lib/query.ts'
import { serverInstant } from '../../lib/server-time.ts'
import { useSession } from '../../lib/session.tsx'
import { heldWork, useUnsaved } from '../../lib/unsaved-work.ts'
import { Note } from '../../ui/states.tsx'
import { ClockNote } from './clock-note.tsx'
import { keepMine, mergeSteps, type StepEdit } from './step-edit.ts'
import { stepCommands } from './step-commands.ts'
import { FormerRounds, roundTitle } from './former-rounds.tsx'
import { StepRow, StepsHead, type StepActions } from './step-row.tsx'
import { formatTimes } from './step-times.ts'
import { finishStep, sameSteps, startStep, stepProblems, stepsOf, whyClosed, type Step } from './steps.ts'
import styles from './workflow-table.module.css'

/** A step that was just finished, as long as nobody has saved anything since. */
interface Undo {
  what: string
  /** The steps as they were before. */
  steps: Step[]
  version: number
}

interface Props {
  workflow: TechWorkflow
  /** The page shows elsewhere why the table is closed. */
  silent?: boolean
}

/**
 * The steps of the work. Start, Finish and "Finish, start next" save at once: they are what a technician does all day.
 * Times and people edited by hand are saved together by one Save, all rows or none.
 */
export function WorkflowTable({ workflow, silent }: Props) {
  const { me } = useSession()
  const clock = useNow()
  const key = `steps:${workflow.id}`
  const [begun, setEdit] = useUnsaved<StepEdit>(key, 'The steps have changes that are not saved.')
  const save = useCall(techWorkflows.saveProcesses, {
    announce: 'aloud',
    onSuccess: ({ workflow: saved }) => {
      // What was edited while it was saved stays to be saved.
      const held = heldWork<StepEdit>(key)
      const next = held && keepMine(held, stepsOf(saved), saved.version)
      setEdit(next && !sameSteps(next.steps, next.base) ? next : null)
    },
  })
  const stored = stepsOf(workflow)
  const [undo, setUndo] = useState<Undo | null>(null)
  const { edit, contested } = begun ? mergeSteps(begun, stored, workflow.version) : { edit: null, contested: [] }
  const steps = edit?.steps ?? stored
  const nothingLeft = begun !== null && edit === null && contested.length === 0
  useEffect(() => {
    if (nothingLeft) setEdit(null)
  })
  const problems = stepProblems(steps, clock)
  const locked = save.isPending || problems.some(Boolean) || contested.length > 0
  const closed = whyClosed(workflow)
  const editable = closed === null
  const change = (next: Step[]) =>
    setEdit(sameSteps(next, stored) ? null : { base: stored, version: workflow.version, ...edit, steps: next })
  const put = (next: readonly Step[], onSuccess?: (saved: TechWorkflow) => void) =>
    save.mutate(
      {
        params: { id: workflow.id },
        body: {
          version: edit?.version ?? workflow.version,
          processes: next.map(({ id, started_at, finished_at, user_id }) => ({ id, started_at, finished_at, user_id })),
        },
      },
      { onSuccess: (answer) => onSuccess?.(answer.workflow) },
    )
  const replace = (step: Step) => steps.map((other) => (other.id === step.id ? step : other))
  const actionsOf = (step: Step): StepActions => ({
    change: (to) => change(replace({ ...step, ...to })),
    start: () => put(replace(startStep(step, me, serverInstant()))),
    finish: (andStartNext) =>
      put(finishStep(steps, step.id, me, serverInstant(), andStartNext), ({ version }) =>
        setUndo({ steps, version, what: step.process }),
      ),
  })
  usePageActions(editable && !locked ? stepCommands(steps, actionsOf) : [])
  const next = steps.find(({ started_at }) => started_at === null)
  const running = steps.findLast(({ started_at, finished_at }) => started_at !== null && finished_at === null)

  return (
    <div className={styles.work}>
      {closed !== null && !silent && <Note>{closed}</Note>}
      {editable && <ClockNote />}
      {workflow.round > 1 && <h3 className={styles.roundTitle}>{roundTitle(workflow, workflow.kind)}</h3>}
      <table className={styles.table} aria-label="Work steps">
        <StepsHead editable={editable} />
        <tbody>
          {steps.map((step, index) => (
            <StepRow
              key={step.id}
              step={step}
              number={index + 1}
              now={clock}
              problem={problems[index] ?? null}
              isNext={!running && step === next}
              hasNext={steps.some((other, at) => at > index && other.started_at === null)}
              actions={editable ? actionsOf(step) : null}
              locked={locked}
            />
          ))}
        </tbody>
      </table>
      {editable && undo?.version === workflow.version && !edit && (
        <div className={styles.saveBar} data-bar>
          <output>Finished: {undo.what}.</output>
          <Button variant="default" size="compact-md" loading={save.isPending} onClick={() => put(undo.steps)}>
            Undo
          </Button>
        </div>
      )}
      {contested.length > 0 && begun && (
        <Note tone="warning">
          <span>
            {workflow.saved_by ?? 'Someone else'} changed {contested.length === 1 ? 'this step' : 'these steps'} in the
            meantime: {contested.map((step) => stepInWords(step, clock)).join('; ')}
          </span>
          <Button size="compact-sm" variant="default" onClick={() => setEdit(null)}>
            Discard mine
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => setEdit(keepMine(begun, stored, workflow.version))}
          >
            Keep mine
          </Button>
        </Note>
      )}
      {edit && (
        <SaveBar
          problem={problems.find(Boolean) ?? null}
          busy={save.isPending}
          ready={contested.length === 0}
          onDiscard={() => setEdit(null)}
          onSave={() => put(edit.steps)}
        />
      )}
      <FormerRounds workflow={workflow} />
    </div>
  )
}

/** "Sculpt, Nora Lane, since 09:12": a step as someone else left it. */
const stepInWords = (step: Step, now: number): string =>
  [
    step.process,
    step.tech_name ?? 'unassigned',
    formatTimes(step, now)?.replace(/^Since/, 'since') ?? 'not started',
  ].join(', ')

interface SaveBarProps {
  problem: string | null
  busy: boolean
  /** False while somebody else's changes of the same steps wait for a choice. */
  ready: boolean
  onDiscard: () => void
  onSave: () => void
}

const SaveBar = ({ problem, busy, ready, onDiscard, onSave }: SaveBarProps) => (
  <div className={styles.saveBar} data-bar>
    <output>{problem ?? 'The steps have changes that are not saved.'}</output>
    <Button variant="default" size="compact-md" onClick={onDiscard}>
      Discard
    </Button>
    <Button size="compact-md" loading={busy} disabled={problem !== null || !ready} onClick={onSave}>
      Save
    </Button>
  </div>
)
