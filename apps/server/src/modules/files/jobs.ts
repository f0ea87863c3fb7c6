import { z } from 'zod'
import { defineJob, type JobDefinition } from '../../jobs/define.ts'
import { timeToRemove } from '../../kernel/database-clock.ts'
import { LONGEST_CHECK_MS } from '../../services/scan-processing/index.ts'
import { processFile } from './process.ts'
import { forgetDeleted, removeBytes } from './removal.ts'
import { requeueWaiting } from './requeue.ts'

export const fileJobs: JobDefinition[] = [
  /** Checks a scan or photo and makes what is shown of it. */
  defineJob({
    name: 'files.process',
    payload: z.strictObject({ patient_file_id: z.int() }),
    retry: 'persistent',
    parallel: 2,
    // A worker takes two at once and checks one after the other, however busy the machine is.
    expireInSeconds: 2 * (LONGEST_CHECK_MS / 1000 + 30),
    run: ({ db, storage, log }, { patient_file_id }) => processFile({ db, storage, log }, patient_file_id),
  }),
  /** Removes the bytes of a case that was deleted for good, or of files that were deleted long enough ago. */
  defineJob({
    name: 'files.remove',
    payload: z.strictObject({
      organization_id: z.int(),
      patient_id: z.int(),
      file_ids: z.array(z.int()),
      keys: z.array(z.string()),
    }),
    retry: 'patient',
    run: ({ db, storage }, removal) => removeBytes({ db, storage }, removal),
  }),
  /** Hourly: lets the bytes of files go that were deleted long enough ago. */
  defineJob({
    name: 'files.forget',
    payload: z.strictObject({}),
    retry: 'soon',
    schedule: { cron: '47 * * * *', clock: 'utc' },
    run: async ({ db }) => forgetDeleted(db, await timeToRemove(db)),
  }),
  /** Whatever happened to its job, no file waits forever. */
  defineJob({
    name: 'files.requeue',
    payload: z.strictObject({}),
    retry: 'soon',
    schedule: { cron: '*/10 * * * *', clock: 'utc' },
    run: ({ db, log }) => requeueWaiting(db, log),
  }),
]
