import type { Process, TechWorkflow } from '@archwire/contract/tech-workflows/routes.ts'
import { unreadText } from './unread-time.ts'

/** A row as it is edited: what the server stores of it. */
export interface Step {
  id: number
  process: string
  started_at: string | null
  finished_at: string | null
  user_id: number | null
  tech_name: string | null
}

export interface Me {
  id: number
  full_name: string
}

export const stepOf = ({ id, process, started_at, finished_at, user_id, tech_name }: Process): Step => ({
  id,
  process,
  started_at,
  finished_at,
  user_id,
  tech_name,
})

export const stepsOf = (workflow: TechWorkflow): Step[] => workflow.processes.map(stepOf)

/** Starts a step now; it is mine unless another person was chosen (`work/take`). */
export const startStep = (step: Step, me: Me, now: string): Step => ({
  ...step,
  started_at: now,
  finished_at: null,
  user_id: step.user_id ?? me.id,
  tech_name: step.user_id === null ? me.full_name : step.tech_name,
})

/** Finishes one step and, if there is an unstarted one, starts the next: the most common click of a working day. */
export function finishStep(steps: readonly Step[], id: number, me: Me, now: string, startNext: boolean): Step[] {
  const at = steps.findIndex((step) => step.id === id)
  const next = startNext ? steps.findIndex((step, index) => index > at && step.started_at === null) : -1
  return steps.map((step, index) =>
    index === at ? { ...step, finished_at: now } : index === next ? startStep(step, me, now) : step,
  )
}

const order = 'ST must be before ET'
const noTime = 'is not a time'

/** What a problem of a row means, where its specified words are short forms, and what to do about it. */
export const meaningOf = (problem: string): string | null => {
  if (problem.endsWith(order)) return 'The step has to start (ST) before it ends (ET).'
  return problem.endsWith(noTime) ? 'Write it like 14:05 or 2:05 PM, or with its day like 2026/11/21 14:05.' : null
}

/** What is wrong with the rows, by row: a time that cannot be read, a finish without a start, a future time (`work/times`). */
export function stepProblems(steps: readonly Step[], now: number): (string | null)[] {
  return steps.map(({ started_at, finished_at }, index) => {
    const unread = unreadText(started_at) ?? unreadText(finished_at)
    if (unread !== null) return `Process ${index + 1} - “${unread}” ${noTime}`
    if (finished_at !== null && started_at === null) return `Process ${index + 1} - a finish needs a start`
    if (started_at !== null && finished_at !== null && started_at >= finished_at)
      return `Process ${index + 1} - ${order}`
    if ([started_at, finished_at].some((at) => at !== null && Date.parse(at) > now + 60_000))
      return `Process ${index + 1} - no times in the future`
    return null
  })
}

/** Seconds from start to finish, or null. */
export const productionTime = ({ started_at, finished_at }: Pick<Step, 'started_at' | 'finished_at'>): number | null =>
  started_at && finished_at ? Math.max(0, Math.round((Date.parse(finished_at) - Date.parse(started_at)) / 1000)) : null

const sameStep = (a: Step, b: Step): boolean =>
  a.started_at === b.started_at && a.finished_at === b.finished_at && a.user_id === b.user_id

export const sameSteps = (a: readonly Step[], b: readonly Step[]): boolean =>
  a.length === b.length && a.every((step, index) => sameStep(step, b[index]!))

/** Why the table is closed; null while it is open. A role that may not record the work reads no state (`work/read-only`). */
export const whyClosed = ({ can, why_not }: Pick<TechWorkflow, 'can' | 'why_not'>): string | null =>
  can.edit ? null : (why_not.edit ?? 'You cannot record this work.')
