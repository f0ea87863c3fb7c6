import { z } from 'zod'
import { finishEffects, type AnyEffect } from '../kernel/effects.ts'
import { defineJob, type JobDefinition, type JobTools } from './define.ts'
import { warnGathered } from '../kernel/gathered-warnings.ts'

const finish = (tools: JobTools, effects: readonly AnyEffect[], which: 'all' | 'killed'): Promise<void> =>
  finishEffects(
    tools.db,
    effects,
    ({ id, name }, error) => tools.log.warn({ err: error, effect: id, name }, 'effect not finished yet'),
    which,
  )

/**
 * Looks every 15 seconds for effects of killed processes, and continues them (`billing/charged-once`). Schedules of jobs
 * know minutes only. Effects that wait for a provider are left to the job: a provider blocks whom it refuses too often.
 */
export function continueKilled(
  tools: JobTools,
  effectsOf: (tools: JobTools) => readonly AnyEffect[],
): { close(): Promise<void> } {
  let round: Promise<void> | undefined
  const timer = setInterval(() => {
    round ??= finish(tools, effectsOf(tools), 'killed')
      .catch((error: unknown) => warnGathered(tools.log, { err: error }, 'jobs wait for the database'))
      .finally(() => (round = undefined))
  }, 15_000)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await round
    },
  }
}

/**
 * Every minute: continues effects whose process no longer exists or whose provider did not answer (docs/decisions/081).
 * @param effectsOf all effects of the product; none where the server has no provider
 */
export const effectJobs = (effectsOf: (tools: JobTools) => readonly AnyEffect[]): JobDefinition[] => [
  defineJob({
    name: 'effects.finish',
    payload: z.strictObject({}),
    retry: 'soon',
    schedule: { cron: '* * * * *', clock: 'utc' },
    run: (tools) => finish(tools, effectsOf(tools), 'all'),
  }),
]
