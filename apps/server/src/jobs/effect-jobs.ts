import { z } from 'zod'
import { finishEffects, type AnyEffect } from '../kernel/effects.ts'
import { defineJob, type JobDefinition, type JobTools } from './define.ts'

/**
 * Every minute: continues effects whose process is gone or whose provider did not answer (docs/decisions/081).
 * @param effectsOf all effects of the product; none where the server has no provider
 */
export const effectJobs = (effectsOf: (tools: JobTools) => readonly AnyEffect[]): JobDefinition[] => [
  defineJob({
    name: 'effects.finish',
    payload: z.strictObject({}),
    retry: 'soon',
    schedule: { cron: '* * * * *', clock: 'utc' },
    run: async (tools) => {
      await finishEffects(tools.db, effectsOf(tools), ({ id, name }, error) =>
        tools.log.warn({ err: error, effect: id, name }, 'effect not finished yet'),
      )
    },
  }),
]
