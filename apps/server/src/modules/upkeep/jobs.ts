import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import { sweep } from './sweep.ts'

export const upkeepJobs = [
  /** Hourly: removes unregistered uploads, ended sessions and what else is no longer needed (sweep.ts). */
  defineJob({
    name: 'upkeep.sweep',
    payload: z.strictObject({}),
    retry: 'soon',
    schedule: { cron: '17 * * * *', clock: 'utc' },
    run: ({ db, storage }) => sweep(db, storage),
  }),
]
