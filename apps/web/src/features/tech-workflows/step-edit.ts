import { sameStep, type Step } from './steps.ts'

/** Steps that are being edited by hand, and what they were when that began. */
export interface StepEdit {
  steps: Step[]
  base: Step[]
  /** The version of the work that `base` is. */
  version: number
}

/** One's own edit beside what the server has by now. */
interface Merged {
  /** The edit, with every step that only others changed as it is now; null when nothing of one's own is left. */
  edit: StepEdit | null
  /** Steps that both changed, each its own way, as the server has them now. */
  contested: Step[]
}

/**
 * Takes over what others saved while steps were edited by hand (`work/conflict`).
 * @param stored the steps as the server has them now
 * @param version their version
 */
export function mergeSteps(edit: StepEdit, stored: readonly Step[], version: number): Merged {
  if (edit.version === version) return { edit, contested: [] }
  const find = (steps: readonly Step[], id: number) => steps.find((step) => step.id === id)
  const rows = stored.map((theirs) => {
    const [mine, base] = [find(edit.steps, theirs.id), find(edit.base, theirs.id)]
    const isMine = mine !== undefined && base !== undefined && !sameStep(mine, base) && !sameStep(mine, theirs)
    return { theirs, step: isMine ? mine : theirs, isMine, contested: isMine && !sameStep(theirs, base) }
  })
  const contested = rows.filter((row) => row.contested).map(({ theirs }) => theirs)
  if (contested.length > 0) return { edit, contested }
  if (!rows.some(({ isMine }) => isMine)) return { edit: null, contested: [] }
  return { edit: { steps: rows.map(({ step }) => step), base: [...stored], version }, contested: [] }
}

/** Each step that was changed by hand as it was edited, whatever others did to it; the rest as it is now. */
export function keepMine(edit: StepEdit, stored: readonly Step[], version: number): StepEdit {
  const steps = stored.map((theirs) => {
    const mine = edit.steps.find(({ id }) => id === theirs.id)
    const base = edit.base.find(({ id }) => id === theirs.id)
    return mine && base && !sameStep(mine, base) ? mine : theirs
  })
  return { steps, base: [...stored], version }
}
