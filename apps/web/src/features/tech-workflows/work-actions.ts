import type { WorkItem } from '@archwire/contract/my-work/routes.ts'
import type { UserRole } from '@archwire/contract/roles.ts'
import { finishStep, startStep, stepOf, type Me, type Step } from './steps.ts'

/** What a technician does next with a piece of work. */
export type NextAct =
  | { kind: 'save'; label: string; steps: (me: Me, now: string) => Step[] }
  /** All steps are done: the rest happens on another page. */
  | { kind: 'leave'; label: string; to: string }

/**
 * The one action of a row of My work (`work/mine`): finish the step that runs and start the next one, else start the next
 * one, else go where the work is handed on. A partner completes its setups instead of notifying the doctor.
 */
export function nextAct(item: WorkItem, role: UserRole | null): NextAct {
  const steps = item.processes.map(stepOf)
  const running = steps.findIndex(({ started_at, finished_at }) => started_at !== null && finished_at === null)
  const waiting = steps.find((step, at) => at > running && step.started_at === null)
  if (running !== -1) {
    const { id, process } = steps[running]!
    return {
      kind: 'save',
      label: waiting ? `Finish ${process}, start ${waiting.process}` : `Finish ${process}`,
      steps: (me, now) => finishStep(steps, id, me, now, true),
    }
  }
  if (waiting)
    return {
      kind: 'save',
      label: `Start ${waiting.process}`,
      steps: (me, now) => steps.map((step) => (step.id === waiting.id ? startStep(step, me, now) : step)),
    }
  return item.request_id === null
    ? {
        kind: 'leave',
        label: role === 'lab_partner' ? 'Complete the setup' : 'Notify',
        to: `/patient-workflow/${item.patient.id}`,
      }
    : {
        kind: 'leave',
        label:
          item.kind !== 'flawed_tray'
            ? 'Complete the request'
            : item.file_uploaded
              ? 'See the corrected files'
              : 'Upload the corrected files',
        to: `/requests/${item.request_id}`,
      }
}

/** What a person does with a correction whose uploaded file waits (`corrections/waits`). */
export const decideAct = ({ request_id }: WorkItem): NextAct => ({
  kind: 'leave',
  label: 'Check the corrected file',
  to: `/requests/${request_id}`,
})

/** The step that runs, else the next one; null where all are done. */
export const stepAt = ({ processes }: Pick<WorkItem, 'processes'>): string | null =>
  (
    processes.find(({ started_at, finished_at }) => started_at !== null && finished_at === null) ??
    processes.find(({ started_at }) => started_at === null)
  )?.process ?? null
