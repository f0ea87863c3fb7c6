import { counted } from '@archwire/contract/core/counted.ts'

interface Step {
  process: string
  started_at: string | null
  finished_at: string | null
}

/** Work steps that are not finished, as a sentence; null when all are (`work/unfinished`). */
export function openStepsOf(steps: readonly Step[] = []): string | null {
  const open = steps.filter(({ finished_at }) => finished_at === null)
  if (open.length === 0) return null
  const names = open.map(({ process, started_at }) => (started_at === null ? process : `${process} (running)`))
  return `${counted(open.length, 'work step is', 'work steps are')} not finished: ${names.join(', ')}.`
}
