import type { PageAction } from '../../lib/page-actions.ts'
import type { StepActions } from './step-row.tsx'
import type { Step } from './steps.ts'

/**
 * What a technician does with the steps of a work, in the command palette's words: finish what runs, with or without
 * starting the step after it, and start the next one.
 */
export function stepCommands(steps: readonly Step[], actionsOf: (step: Step) => StepActions): PageAction[] {
  const waits = ({ started_at }: Step) => started_at === null
  const finishing = steps.flatMap((step, at): PageAction[] => {
    if (waits(step) || step.finished_at !== null) return []
    const { finish } = actionsOf(step)
    const after = steps.slice(at + 1).find(waits)
    return [
      ...(after ? [{ label: `Finish ${step.process}, start ${after.process}`, run: () => finish(true) }] : []),
      { label: `Finish ${step.process}`, run: () => finish(false) },
    ]
  })
  const next = steps.find(waits)
  return next ? [...finishing, { label: `Start ${next.process}`, run: actionsOf(next).start }] : finishing
}
