import { sameSteps, type Step } from './steps.ts'

/** Steps that are being edited by hand, and what they were when that began. */
export interface StepEdit {
  steps: Step[]
  base: Step[]
  /** The version of the work that `base` is. */
  version: number
}

/** One's own edit beside what the server has by now. */
interface Merged {
  /** The edit, with all that only others changed as it is now; null when nothing of one's own is left. */
  edit: StepEdit | null
  /** Steps of which both changed the same, each its own way, as the server has them now. */
  contested: Step[]
}

/** What is edited of a step; a technician's name goes with the id. */
const fields = ['user_id', 'started_at', 'finished_at'] as const

/** One step with one's own changes on what it is now, and whether somebody else changed the same. */
function mergeStep(theirs: Step, edited: Step | undefined, base: Step | undefined) {
  if (!edited || !base) return { step: theirs, contested: false }
  const own = fields.filter((field) => edited[field] !== base[field] && edited[field] !== theirs[field])
  const changes = Object.fromEntries(own.map((field) => [field, edited[field]])) as Partial<Step>
  return {
    step: { ...theirs, ...changes, ...(own.includes('user_id') && { tech_name: edited.tech_name }) },
    contested: own.some((field) => theirs[field] !== base[field]),
  }
}

const mergeAll = (edit: StepEdit, stored: readonly Step[]) =>
  stored.map((theirs) => {
    const find = (steps: readonly Step[]) => steps.find(({ id }) => id === theirs.id)
    return { theirs, ...mergeStep(theirs, find(edit.steps), find(edit.base)) }
  })

/**
 * Takes over what others saved while steps were edited by hand (`work/conflict`).
 * @param stored the steps as the server has them now
 * @param version their version
 */
export function mergeSteps(edit: StepEdit, stored: readonly Step[], version: number): Merged {
  if (edit.version === version) return { edit, contested: [] }
  const rows = mergeAll(edit, stored)
  const contested = rows.filter((row) => row.contested).map(({ theirs }) => theirs)
  if (contested.length > 0) return { edit, contested }
  const steps = rows.map(({ step }) => step)
  return { edit: sameSteps(steps, stored) ? null : { steps, base: [...stored], version }, contested: [] }
}

/** What was changed by hand stays as it was edited, whatever others did to it; all else is as it is now. */
export const keepMine = (edit: StepEdit, stored: readonly Step[], version: number): StepEdit => ({
  steps: mergeAll(edit, stored).map(({ step }) => step),
  base: [...stored],
  version,
})
